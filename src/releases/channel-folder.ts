/**
 * The folder in which a follower has what it installed from a channel: `releases/` with the last data folders, `mirror/` with
 * the signed files and the compressed contents as they were downloaded, and `state.json`, which names the release to serve.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  ChannelError,
  channelFile,
  contentFile,
  type Manifest,
  manifestFile,
  parseManifest,
  signatureFile,
} from './release-format.ts'

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
      return JSON.parse(readFileSync(file, 'utf8'))
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
  const namesOf = (pattern: RegExp): string[] =>
    existsSync(releasesFolder) ? readdirSync(releasesFolder).filter((name) => pattern.test(name)) : []
  const releases = (): InstalledRelease[] =>
    namesOf(/^\d+-/)
      .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .map(releaseAt)

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
    createStaging: () => {
      const staging = join(releasesFolder, `${stagingPrefix}${randomBytes(4).toString('hex')}`)
      mkdirSync(join(staging, 'data'), { recursive: true })
      return staging
    },
    moveIntoPlace: (staging, { sequence, revision }) => {
      const name = `${sequence}-${revision}`
      const [place, manifest] = [join(releasesFolder, name), stagedFiles.manifest]
      const isSame = (): boolean => readFileSync(join(place, manifest)).equals(readFileSync(join(staging, manifest)))
      // Another process may have installed the release at the same time, or it may be of the channel that was followed before.
      if (existsSync(place) && isSame()) rmSync(staging, { recursive: true })
      else {
        rmSync(place, { recursive: true, force: true })
        renameSync(staging, place)
      }
      return releaseAt(name)
    },
    remove: ({ name }) => rmSync(join(releasesFolder, name), { recursive: true, force: true }),
    prune: () => {
      const state = readState()
      const last = releases()
        .filter(({ manifest }) => manifest.channel === state?.id)
        .slice(-releasesMax)
      for (const { name } of releases())
        if (name !== state?.current && !last.some((one) => one.name === name))
          rmSync(join(releasesFolder, name), { recursive: true })
      for (const name of namesOf(/^staging-/))
        if (isAbandoned(name)) rmSync(join(releasesFolder, name), { recursive: true })
      pruneMirror(path, releases())
    },
  }
}

/** The process that downloads into a folder is part of its name. */
function isAbandoned(staging: string): boolean {
  const pid = Number(staging.split('-')[1])
  if (pid === process.pid) return false
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
  for (const inner of ['files', 'releases']) {
    const place = mirrorPath(folder, inner)
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      const isYoung = name.endsWith(temporarySuffix) && Date.now() - statSync(join(place, name)).mtimeMs < temporaryMs
      if (!needed.has(`${inner}/${name}`) && !isYoung) rmSync(join(place, name))
    }
  }
}

const temporarySuffix = '.new'

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
