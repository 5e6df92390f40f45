/** Builds the npm package, packs it, and installs it into an empty folder, as a user does. */
import { execFile, execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { checkProgram } from '../programs.ts'
import { root, temporaryFolder } from '../services/processes.ts'
import { cachedBuild } from './package-cache.ts'
import { installedPackages, readManifest, startRegistry } from './registry.ts'

export interface InstalledPackage {
  /** The folder that the package is installed into. Its name has a space, as folders of users do. */
  folder: string
  /** The packed package. */
  tarball: string
  /** Settings with which npm and npx install the package and the packages of the repository. */
  npmSettings: Record<string, string>
}

const run = promisify(execFile)

/** The lowest Node version line that the package supports, where the test tools have it. */
const { path, problem } = checkProgram('node22')
export const node22 = problem === undefined ? realpathSync(path) : process.execPath

const buildScript = 'src/bin/tools/build-package/build-package.ts'

export async function installPackage(t: Pick<TestContext, 'after'>): Promise<InstalledPackage> {
  const work = realpathSync(temporaryFolder(t))
  const npm = createNpm(work)
  const packed = await cachedBuild('bank-lookup', async (out) => {
    const built = join(work, 'built')
    execFileSync(process.execPath, [buildScript, built], { cwd: root, stdio: 'pipe' })
    await npm(out, 'pack', built)
    copyFileSync(join(built, 'package.json'), join(out, 'package.json'))
  })
  const manifest = readManifest(packed)
  const tarball = join(packed, `${manifest.name}-${manifest.version}.tgz`)
  const dependencies = installedPackages(realpathSync(join(root, 'node_modules')))
  const registry = await startRegistry(t, [{ manifest, pack: () => readFileSync(tarball) }, ...dependencies])
  const installed = await cachedBuild('bank-lookup-installed', async (out) => {
    writeFileSync(join(out, 'package.json'), '{ "private": true, "type": "module" }\n')
    await npm(out, 'install', manifest.name, '--registry', registry)
  })
  const folder = join(work, 'my project')
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true })
  return { folder, tarball, npmSettings: { ...npmSettings(work), npm_config_registry: registry } }
}

/** Leaves out the settings and the cache of the developer. */
const npmSettings = (work: string): Record<string, string> => ({
  npm_config_cache: join(work, 'npm-cache'),
  npm_config_userconfig: join(work, 'npmrc'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_loglevel: 'error',
})

/** Returns a function that runs npm on Node 22. */
function createNpm(work: string): (folder: string, ...parameters: string[]) => Promise<unknown> {
  const env = {
    PATH: `${pathWith(work, node22)}${delimiter}${process.env.PATH}`,
    HOME: work,
    ...npmSettings(work),
  }
  return (cwd, ...parameters) => run('npm', parameters, { cwd, env })
}

/** Returns a folder in which `node` is the given program, for the PATH of programs that start with `#!/usr/bin/env node`. */
export function pathWith(work: string, node: string): string {
  const folder = join(work, `path-${node.replaceAll(/\W+/g, '-')}`)
  mkdirSync(folder, { recursive: true })
  symlinkSync(node, join(folder, 'node'))
  return folder
}

/** The disk space of all files in a folder. */
export function installedBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0)
}
