/** Builds and packs the npm packages. The manifests name the repository, because npm compares it with the provenance. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { writeMcpPackage } from './registry-entry.ts'

/** The packages in `packages/`, each with the script that builds its `dist/`. */
const ownPackages = {
  client: 'tools/build-client.ts',
  picker: 'tools/build-picker.ts',
  curation: 'tools/build-curation.ts',
} as const

interface PackageRequest {
  /** An existing folder for intermediate files. */
  work: string
  /** The folder for the packed packages. */
  out: string
  /** The address of the public repository. Without it, there is no package for the MCP registry. */
  repository: string | undefined
}

/** Returns the folder of the reduced data, which is part of the main package. */
export function packPackages({ work, out, repository }: PackageRequest): { data: string } {
  mkdirSync(out)
  const main = join(work, 'bank-lookup')
  execFileSync(process.execPath, ['src/bin/tools/build-package/build-package.ts', main], inRoot)
  pack(main, out, repository && { url: repository })
  for (const [name, script] of Object.entries(ownPackages)) {
    const folder = join(projectRoot, 'packages', name)
    execFileSync(process.execPath, [script], { ...inRoot, cwd: folder })
    const copy = join(work, name)
    for (const part of ['dist', 'package.json', 'README.md', 'LICENSE'])
      cpSync(join(folder, part), join(copy, part), { recursive: true })
    pack(copy, out, repository && { url: repository, directory: `packages/${name}` })
  }
  if (repository !== undefined) {
    const folder = join(work, 'mcp')
    writeMcpPackage(folder, repository, main)
    pack(folder, out, { url: repository })
  }
  return { data: join(main, 'data') }
}

/** The output of the builds goes to standard error: standard output is the summary of the release. */
const inRoot = {
  cwd: projectRoot,
  stdio: ['ignore', process.stderr, process.stderr] as ('ignore' | typeof process.stderr)[],
}

interface Repository {
  url: string
  directory?: string
}

/** Packs a copy of a package, whose manifest this function may change. */
function pack(folder: string, out: string, repository: Repository | undefined | ''): void {
  const path = join(folder, 'package.json')
  // The sources and the scripts that build them are not in the package.
  const { private: _, scripts, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  if (repository) manifest.repository = { type: 'git', ...repository, url: `git+${repository.url}.git` }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  execFileSync('npm', ['pack', folder, '--pack-destination', out, '--ignore-scripts', '--loglevel=error'], inRoot)
}
