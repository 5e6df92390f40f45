/** The commands that publish a release. `npm run release` prints them, and `npm run release:publish` runs them. */
import { readdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

export const publishTargets = ['packages', 'image', 'files'] as const
export type PublishTarget = (typeof publishTargets)[number]

export interface PublishRequest {
  /** The folder of the release. */
  release: string
  version: string
  repository: string | undefined
}

/** A program and its arguments. */
export type Words = [string, ...string[]]

export const publishCommands = (request: PublishRequest): Record<PublishTarget, Words[]> => ({
  packages: packageCommands(request),
  image: imageCommands(request),
  files: fileCommands(request),
})

/** The main package first: the others depend on it. */
const packageCommands = ({ release }: PublishRequest): Words[] =>
  readdirSync(join(release, 'packages'))
    .toSorted((one, other) => one.length - other.length)
    .map((name) => ['npm', 'publish', asPath(join(release, 'packages', name)), '--provenance', '--access', 'public'])

/** Without `./`, npm could read the path as the name of a repository. */
const asPath = (path: string): string => (isAbsolute(path) || path.startsWith('.') ? path : `./${path}`)

/** The signature names the digest, because a tag can be moved to another image. */
function imageCommands({ release, version, repository }: PublishRequest): Words[] {
  const image = imageName(repository)
  const digestFile = join(release, 'image.digest')
  return [
    ['podman', 'build', '--format', 'docker', '--tag', `${image}:${version}`, join(release, 'image')],
    ['podman', 'push', '--digestfile', digestFile, `${image}:${version}`],
    ['cosign', 'sign', '--yes', `${image}@$(cat ${digestFile})`],
  ]
}

const imageName = (repository: string | undefined): string =>
  repository === undefined ? 'registry.example/bank-lookup' : `ghcr.io${new URL(repository).pathname.toLowerCase()}`

/** A folder cannot be attached, so the export becomes an archive. */
function fileCommands({ release, version }: PublishRequest): Words[] {
  const archive = join(release, `bank-lookup-export-${version}.tar`)
  const names = readdirSync(release, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.md'),
  )
  const packages = ['packages', 'python'].flatMap((folder) =>
    readdirSync(join(release, folder)).map((name) => join(folder, name)),
  )
  const files = [...names.map(({ name }) => name), ...packages].map((name) => join(release, name)).sort()
  const notes = ['--notes-file', join(release, 'notes.md')]
  return [
    ['tar', '--create', '--file', archive, '--directory', release, 'export'],
    ['gh', 'release', 'create', `v${version}`, '--verify-tag', '--title', version, ...notes, ...files, archive],
  ]
}

/** The command as text for a shell, which replaces `$(cat <file>)`. */
export const commandText = (words: Words): string =>
  words.map((word) => (/[^\w@:,./-]/.test(word) ? JSON.stringify(word) : word)).join(' ')
