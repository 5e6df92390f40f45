/** What must be true before a release is built: nothing is uncommitted, and all files name the same version. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'

/** Thrown if a release cannot be built. The message says what to do. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

export const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

/** The files of the repository below the paths: those in git, and new ones that git does not ignore. */
export const listFiles = (...paths: string[]): string[] =>
  git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths)
    .split('\0')
    .filter((path) => path !== '')

export function refuseUncommitted(): void {
  const changes = git('status', '--porcelain').trimEnd()
  if (changes !== '')
    throw new ReleaseError(
      `The working tree has uncommitted changes:\n${changes}\nCommit them, or try with --allow-dirty.`,
    )
}

function git(...words: string[]): string {
  try {
    return execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64_000_000 })
  } catch {
    throw new ReleaseError('A release is built in a clone: git found no repository here.')
  }
}

/** Returns the version on which all files agree. `isTrial`: the changelog may still have an unreleased section. */
export function readVersion(isTrial: boolean): string {
  const { version } = readJson('package.json')
  const { version: locked, packages } = readJson('package-lock.json')
  const curation = readJson('packages/curation/package.json')
  const [, heading = 'none'] = /^## (.+)$/m.exec(readText('CHANGELOG.md')) ?? []
  const found = {
    'package-lock.json, version': locked,
    'package-lock.json, the root package': packages[''].version,
    'package-lock.json, packages/curation': packages['packages/curation'].version,
    'packages/curation/package.json, version': curation.version,
    'packages/curation/package.json, peerDependencies': curation.peerDependencies['bank-lookup'],
    'the label of the Containerfile': /image\.version="(.+?)"/.exec(readText('Containerfile'))?.[1],
    'compose.yaml': /image: localhost\/bank-lookup:(.+)/.exec(readText('compose.yaml'))?.[1],
    'the first heading of CHANGELOG.md': isTrial && heading === 'Unreleased' ? version : heading,
  }
  const others = Object.entries(found).filter(([, one]) => one !== version)
  if (others.length > 0) {
    const lines = others.map(([place, one]) => `- ${place}: ${one}`)
    throw new ReleaseError(
      `package.json has version ${version}, but these files have another one:\n${lines.join('\n')}`,
    )
  }
  return version
}

// biome-ignore lint/suspicious/noExplicitAny: these files are ours, and the tests read them.
const readJson = (path: string): any => JSON.parse(readText(path))

/** The changes of the version, from the changelog. */
export function readNotes(): string {
  const [, section = ''] = readText('CHANGELOG.md').split(/^## /m)
  return section.slice(section.indexOf('\n')).trimStart()
}
