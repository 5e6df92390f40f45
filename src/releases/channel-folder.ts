/**
 * The folder in which a follower has what it installed from a channel: `releases/` with the last data folders, `mirror/` with
 * the signed files and the verified contents, compressed, and `state.json`, which names the release to serve.
 */
import { type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  ChannelError,
  channelFile,
  contentFile,
  type Manifest,
  manifestFile,
  parseManifest,
  sha256Of,
  signatureFile,
} from './release-format.ts'
import { isSigned } from './release-signature.ts'

export interface ChannelState {
  url: string
  /** The id of the channel, the highest sequence of its `channel.json` so far, and when that was signed. */
  id: string
  sequence: number
  published_at: string
  /** The highest sequence of an installed release. A rollback does not lower it. */
  installed: number
  /** The name of the release to serve. */
  current: string | null
  /** The release that was last rejected. It is not tried again. */
  refused: { sequence: number; reason: string } | null
  checked_at: string
  etag: string | null
  last_modified: string | null
}

export interface InstalledRelease {
  /** The name of its folder. */
  name: string
  dataFolder: string
  manifest: Manifest
}

export interface ChannelFolder {
  readonly path: string
  /** Returns undefined if nothing was installed or checked yet. */
  readState(): ChannelState | undefined
  /** Reads the state again before it changes it: a command may have changed it during a download. */
  changeState(change: (state: ChannelState | undefined) => ChannelState): void
  /** Returns the data folder to serve, or undefined if there is none. */
  currentData(): string | undefined
  /** Oldest first. */
  releases(): InstalledRelease[]
  /** Whether the release is signed with one of the keys. The operator may have removed a key since it was installed. */
  isTrusted(name: string, keys: readonly KeyObject[]): boolean
  /** Creates an empty folder for a release that is being downloaded. */
  createStaging(): string
  /** Moves a complete release to its place, and returns its data folder. */
  moveIntoPlace(staging: string, manifest: Manifest): InstalledRelease
  remove(release: Pick<InstalledRelease, 'name'>): void
  /** Deletes all but the last releases, contents that only they needed, and what an interrupted download left behind. */
  prune(): void
}

export const stateFile = 'state.json'
const releasesMax = 3

/** The files of a release beside its data. */
export const stagedFiles = { manifest: 'release.json', channel: channelFile } as const

export const mirrorPath = (folder: string, file: string): string => join(folder, 'mirror', file)

export function openChannelFolder(folder: string): ChannelFolder {
  const path = resolve(folder)
  const releasesFolder = join(path, 'releases')
  const stagingPrefix = `staging-${process.pid}-`

  const readState = (): ChannelState | undefined => {
    const file = join(path, stateFile)
    try {
      const state = JSON.parse(readFileSync(file, 'utf8'))
      if (!Number.isSafeInteger(state?.sequence) || !Number.isSafeInteger(state.installed))
        throw new Error('it has no sequence')
      return state
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new ChannelError(
        `${file} cannot be read (${(error as Error).message}); delete ${path} to install the channel again.`,
      )
    }
  }
  const releaseAt = (name: string): InstalledRelease => {
    const manifest = parseManifest(readFileSync(join(releasesFolder, name, stagedFiles.manifest)))
    return { name, dataFolder: join(releasesFolder, name, 'data'), manifest }
  }
  /** A folder without a manifest of this format is damaged, or was written by a later program. It is no release to return to. */
  const findRelease = (name: string): InstalledRelease[] => {
    try {
      return [releaseAt(name)]
    } catch {
      return []
    }
  }
  const namesOf = (pattern: RegExp): string[] => namesIn(releasesFolder).filter((name) => pattern.test(name))
  const releases = (): InstalledRelease[] =>
    namesOf(/^\d+-/)
      .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .flatMap(findRelease)

  const stagingName = (): string => `${stagingPrefix}${randomBytes(4).toString('hex')}`
  /** Renames first, so that a crash leaves no release with some of its files. `prune` deletes what is left. */
  const remove = (name: string): void => {
    const [place, doomed] = [join(releasesFolder, name), join(releasesFolder, stagingName())]
    if (!lstatSync(place, { throwIfNoEntry: false })) return
    renameSync(place, doomed)
    rmSync(doomed, { recursive: true })
  }

  return {
    path,
    readState,
    changeState: (change) => writeWhole(join(path, stateFile), `${JSON.stringify(change(readState()), null, 2)}\n`),
    currentData: () => {
      const current = readState()?.current ?? undefined
      const data = current && join(releasesFolder, current, 'data')
      return data && existsSync(data) ? data : undefined
    },
    releases,
    isTrusted: (name, keys) => isSignedFile(join(releasesFolder, name), stagedFiles.manifest, keys),
    createStaging: () => {
      const staging = join(releasesFolder, stagingName())
      mkdirSync(join(staging, 'data'), { recursive: true })
      return staging
    },
    moveIntoPlace: (staging, manifest) => {
      // With the id, because two publishers of the same data have the same revision.
      const name = `${manifest.sequence}-${manifest.revision}-${manifest.channel}`
      const place = join(releasesFolder, name)
      // Another process may have installed the release, or a crash may have interrupted its installation.
      try {
        renameSync(staging, place)
      } catch {
        if (isIntact(place, staging, manifest)) rmSync(staging, { recursive: true })
        else {
          remove(name)
          renameSync(staging, place)
        }
      }
      return releaseAt(name)
    },
    remove: ({ name }) => remove(name),
    prune: () => {
      const state = readState()
      const last = releases()
        .filter(({ manifest }) => manifest.channel === state?.id)
        .slice(-releasesMax)
      for (const name of namesOf(/^\d+-/))
        if (name !== state?.current && !last.some((one) => one.name === name)) remove(name)
      for (const name of namesOf(/^staging-/))
        if (isAbandoned(join(releasesFolder, name)))
          rmSync(join(releasesFolder, name), { recursive: true, force: true })
      pruneMirror(path, releases())
    },
  }
}

/** Whether the file and its signature exist, and one of the keys made the signature. */
export function isSignedFile(folder: string, file: string, keys: readonly KeyObject[]): boolean {
  const [path, signature] = [file, signatureFile(file)].map((name) => join(folder, name)) as [string, string]
  return existsSync(path) && existsSync(signature) && isSigned(readFileSync(path), readFileSync(signature), keys)
}

/** Returns the paths of the files that differ from the manifest. */
export function changedFiles(dataFolder: string, { files }: Manifest): string[] {
  return files.flatMap(({ path, sha256 }) => {
    const file = join(dataFolder, path)
    const isSame = lstatSync(file, { throwIfNoEntry: false })?.isFile() && sha256Of(readFileSync(file)) === sha256
    return isSame ? [] : [path]
  })
}

/** Whether the release is already at its place, with all files. A link to a folder is not, because its target could change. */
function isIntact(place: string, staging: string, manifest: Manifest): boolean {
  if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return false
  const [file, staged] = [place, staging].map((folder) => join(folder, stagedFiles.manifest)) as [string, string]
  const isSame = existsSync(file) && readFileSync(file).equals(readFileSync(staged))
  return isSame && changedFiles(join(place, 'data'), manifest).length === 0
}

/**
 * The process that downloads into a folder is part of its name. In a container, a new process has the id of the one that
 * crashed, so a folder is abandoned after a day, too.
 */
function isAbandoned(staging: string): boolean {
  const age = Date.now() - (lstatSync(staging, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > temporaryMs) return true
  const pid = Number(basename(staging).split('-')[1])
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Files that are being written are younger than this. */
const temporaryMs = 24 * 60 * 60 * 1000

function pruneMirror(folder: string, installed: readonly InstalledRelease[]): void {
  const manifests = installed.map(({ manifest }) => manifest)
  const needed = new Set([
    ...manifests.flatMap(({ files }) => files.map(({ sha256 }) => contentFile(sha256))),
    ...manifests.flatMap(({ revision }) => [manifestFile(revision), signatureFile(manifestFile(revision))]),
  ])
  const isYoung = (file: string): boolean =>
    file.endsWith(temporarySuffix) &&
    Date.now() - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < temporaryMs
  for (const inner of ['files', 'releases'])
    for (const name of namesIn(mirrorPath(folder, inner)))
      if (!needed.has(`${inner}/${name}`) && !isYoung(mirrorPath(folder, `${inner}/${name}`)))
        rmSync(mirrorPath(folder, `${inner}/${name}`), { recursive: true, force: true })
  for (const place of [folder, mirrorPath(folder, '')])
    for (const name of namesIn(place).filter((one) => one.endsWith(temporarySuffix)))
      if (!isYoung(join(place, name))) rmSync(join(place, name), { force: true })
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

const temporarySuffix = '.new'

export interface Signed {
  bytes: Buffer
  signature: Buffer
}

/** The signature first: without it, the new file would look forged. */
export function writeSigned(folder: string, file: string, { bytes, signature }: Signed): void {
  writeWhole(join(folder, signatureFile(file)), signature)
  writeWhole(join(folder, file), bytes)
}

/**
 * Writes the file beside its place, waits until it is on the disk, and renames it: neither a crash nor a power failure can
 * leave half a file at the name. Replaces a link instead of following it.
 */
export function writeWhole(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}${temporarySuffix}`
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
