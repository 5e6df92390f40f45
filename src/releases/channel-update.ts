/**
 * Updates a follower from its channel, in two steps. `prepareRelease` downloads and verifies the newest release into a folder
 * of its own; `installRelease` lets the caller try the data, and only then makes it the release to serve.
 */
import type { KeyObject } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetError } from '../dataset/dataset-error.ts'
import { readRevision } from '../dataset/revision.ts'
import { createDownloader, type Downloader, type DownloadLimits, type ResponseTags } from './channel-download.ts'
import {
  type ChannelFolder,
  type ChannelState,
  type InstalledRelease,
  isSignedFile,
  mirrorPath,
  type Signed,
  stagedFiles,
  writeSigned,
} from './channel-folder.ts'
import { overlayConflicts } from './overlay-conflicts.ts'
import { downloadFiles } from './release-files.ts'
import {
  assertProgramVersion,
  type Channel,
  ChannelError,
  channelFile,
  type Manifest,
  manifestFile,
  parseChannel,
  parseManifest,
  releaseLimits,
  sha256Of,
  signatureFile,
} from './release-format.ts'
import { isSigned, signatureBytes } from './release-signature.ts'

export interface UpdateOptions {
  url: string
  keys: readonly KeyObject[]
  folder: ChannelFolder
  /** The version of this program. */
  program: string
  /** A data folder whose files need not be downloaded if they are the same. */
  seed?: string | undefined
  /** The operator's corrections, to report those whose bank the release changes. */
  overlay?: string | undefined
  /** Whether to try a release again that was rejected before. */
  retryRefused?: boolean
  signal: AbortSignal
  limits?: DownloadLimits | undefined
}

export type Prepared = { bytes: number; requests: number } & (
  | { kind: 'unchanged' | 'signed_again' }
  /** The release was rejected before, so it was not downloaded again. */
  | { kind: 'refused'; sequence: number; reason: string }
  | {
      kind: 'staged'
      staging: string
      manifest: Manifest
      state: ChannelState
      /** Banks that both the overlay and the release change. */
      conflicts: string[]
    }
)

type Staged = Extract<Prepared, { kind: 'staged' }>

/** Throws `ChannelError` if there is nothing that can be trusted; the folder then serves what it served before. */
export const prepareRelease = (options: UpdateOptions): Promise<Prepared> => explainDiskErrors(() => prepare(options))

async function prepare(options: UpdateOptions): Promise<Prepared> {
  const { url, keys, folder, program, signal, limits } = options
  const downloader = createDownloader(url, { program, signal, ...(limits && { limits }) })
  distrustRelease(folder, keys)
  const known = folder.readState()
  const isLost = known !== undefined && isReleaseLost(folder, known, keys)
  // An unchanged channel still has the release that is lost, or that is to be tried again. If a key was removed, its
  // signature has to be verified again.
  const isKnown =
    known?.url === url &&
    !isLost &&
    !(options.retryRefused && known.refused) &&
    isSignedFile(mirrorPath(folder.path, ''), channelFile, keys)
  const signed = await downloadChannel(downloader, options, isKnown ? known : undefined)
  if (!signed) {
    folder.changeState((state) => ({ ...(state as ChannelState), checked_at: now() }))
    return known?.refused
      ? { kind: 'refused', ...known.refused, ...downloader.counts() }
      : { kind: 'unchanged', ...downloader.counts() }
  }
  const { channel, tags } = signed
  assertNotOlder(channel, known, url)
  const before = known?.id === channel.id ? known : undefined
  const state: ChannelState = {
    url,
    id: channel.id,
    sequence: channel.sequence,
    published_at: channel.published_at,
    installed: before?.installed ?? 0,
    current: known?.current ?? null,
    refused: before?.refused ?? null,
    checked_at: now(),
    ...tags,
  }
  // Remember what was seen even if the release cannot be installed. Without the tags, the next check is a full one.
  folder.changeState((latest) => withLatest({ ...state, etag: null, last_modified: null }, latest))
  const [entry] = channel.releases
  if (!entry) throw new ChannelError(`${channelFile} lists no release.`)
  const { refused } = state
  const wasRefused = refused?.sequence === entry.sequence
  if (wasRefused && !options.retryRefused) {
    folder.changeState((latest) => withLatest(state, latest))
    return { kind: 'refused', ...refused, ...downloader.counts() }
  }
  const isWanted = wasRefused || (isLost && entry.sequence === state.installed)
  if (entry.sequence <= state.installed && !isWanted) {
    // A mirror offers only a release whose files it has.
    if (entry.sequence === state.installed) writeSigned(mirrorPath(folder.path, ''), channelFile, signed)
    folder.changeState((latest) => withLatest(state, latest))
    return { kind: 'signed_again', ...downloader.counts() }
  }
  const release = await downloadManifest(downloader, options, entry, channel)
  const staging = folder.createStaging()
  try {
    await downloadFiles(release.manifest, join(staging, 'data'), downloader, options)
    assertRevision(join(staging, 'data'), release.manifest)
    writeSigned(staging, stagedFiles.manifest, release)
    writeSigned(staging, stagedFiles.channel, signed)
    const conflicts = overlayConflicts(options.overlay, folder.currentData(), join(staging, 'data'))
    return { kind: 'staged', staging, manifest: release.manifest, state, conflicts, ...downloader.counts() }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw error
  }
}

/**
 * Stops serving a release that is signed only with a key that the operator has removed. Returns whether the service serves
 * another release, or none, from now on.
 */
export function distrustRelease(folder: ChannelFolder, keys: readonly KeyObject[]): boolean {
  const current = folder.readState()?.current ?? undefined
  if (current === undefined || folder.isTrusted(current, keys)) return false
  folder.changeState((state) => ({ ...(state as ChannelState), current: null }))
  return true
}

/** Whether the newest installed release is no longer there, or no longer trusted. It is then installed again. */
function isReleaseLost(folder: ChannelFolder, known: ChannelState, keys: readonly KeyObject[]): boolean {
  const { id, installed, refused } = known
  if (installed === 0 || refused?.sequence === installed) return false
  const isNewest = ({ name, manifest }: InstalledRelease): boolean =>
    manifest.channel === id && manifest.sequence === installed && folder.isTrusted(name, keys)
  return !folder.releases().some(isNewest)
}

/** A command may have installed or left a release during the check, and the older of two responses may come last. */
function withLatest(state: ChannelState, latest: ChannelState | undefined): ChannelState {
  if (!latest) return state
  if (latest.id !== state.id) return { ...state, current: latest.current }
  if (latest.sequence > state.sequence) return { ...latest, checked_at: state.checked_at }
  return { ...state, current: latest.current, installed: Math.max(latest.installed, state.installed) }
}

/**
 * `accept` loads the data and throws `DatasetError` to reject it. When it calls `commit`, the release becomes the one to
 * serve. A rejected release is remembered, so that it is not downloaded at each check.
 */
export const installRelease = (
  folder: ChannelFolder,
  staged: Staged,
  accept: (dataFolder: string, commit: () => void) => Promise<void>,
): Promise<void> => explainDiskErrors(() => install(folder, staged, accept))

async function install(
  folder: ChannelFolder,
  { staging, manifest, state }: Staged,
  accept: (dataFolder: string, commit: () => void) => Promise<void>,
): Promise<void> {
  const signed = (file: string) => ({
    bytes: readFileSync(join(staging, file)),
    signature: readFileSync(join(staging, signatureFile(file))),
  })
  const files = { manifest: signed(stagedFiles.manifest), channel: signed(stagedFiles.channel) }
  const release = folder.moveIntoPlace(staging, manifest)
  const { sequence, revision } = manifest
  const commit = (): void => {
    const latest = folder.readState()
    if (latest?.id === state.id && latest.installed > state.installed && latest.current !== release.name)
      throw new ChannelError(`Release ${latest.installed} was installed by another process at the same time.`)
    const mirror = mirrorPath(folder.path, '')
    writeSigned(mirror, manifestFile(revision), files.manifest)
    writeSigned(mirror, channelFile, files.channel)
    folder.changeState(() => ({ ...state, installed: sequence, current: release.name, refused: null }))
  }
  try {
    await accept(release.dataFolder, commit)
  } catch (error) {
    if (folder.readState()?.current === release.name) throw error
    folder.remove(release)
    if (error instanceof DatasetError) {
      const refused = { sequence, reason: error.message }
      folder.changeState((latest) => ({ ...withLatest(state, latest), refused }))
    }
    throw error
  }
  folder.prune()
}

type SignedChannel = Signed & { channel: Channel; tags: ResponseTags }

/** Returns undefined if the channel has not changed. */
async function downloadChannel(
  downloader: Downloader,
  { keys }: UpdateOptions,
  known: ResponseTags | undefined,
): Promise<SignedChannel | undefined> {
  const download = async (since?: ResponseTags): Promise<SignedChannel | 'unsigned' | undefined> => {
    const file = await downloader.get(channelFile, releaseLimits.channelBytes, since)
    if (!file) return undefined
    const signature = await downloadSignature(downloader, channelFile)
    const { bytes, etag, last_modified } = file
    if (!isSigned(bytes, signature, keys)) return 'unsigned'
    return { bytes, signature, channel: parseChannel(bytes), tags: { etag, last_modified } }
  }
  // The publisher may have replaced the file between the two downloads, so try both once more.
  let channel = await download(known)
  if (channel === 'unsigned') channel = await download()
  if (channel === 'unsigned')
    throw new ChannelError(
      `${channelFile} is not signed with a trusted key; it may have been changed, or the publisher has a new key.`,
    )
  return channel
}

const downloadSignature = async (downloader: Downloader, file: string): Promise<Buffer> =>
  (await downloader.get(signatureFile(file), signatureBytes))?.bytes ?? Buffer.alloc(0)

/** The same or a lower sequence would let an attacker bring back an older release. */
function assertNotOlder({ id, sequence, published_at }: Channel, known: ChannelState | undefined, url: string): void {
  if (!known) return
  if (id !== known.id) {
    if (known.url !== url) return
    throw new ChannelError(
      `${url} is another channel than before; if this is intended, delete the folder of the channel.`,
    )
  }
  const isSame = sequence === known.sequence && published_at === known.published_at
  if (sequence < known.sequence || (sequence === known.sequence && !isSame))
    throw new ChannelError(
      `${channelFile} has sequence ${sequence}, but ${known.sequence} was seen before; it is out of date or was replayed.`,
    )
}

async function downloadManifest(
  downloader: Downloader,
  { keys, program }: UpdateOptions,
  entry: Channel['releases'][number],
  { id }: Channel,
): Promise<Signed & { manifest: Manifest }> {
  const file = manifestFile(entry.revision)
  const bytes = (await downloader.get(file, releaseLimits.manifestBytes))?.bytes ?? Buffer.alloc(0)
  const signature = await downloadSignature(downloader, file)
  if (sha256Of(bytes) !== entry.sha256) throw new ChannelError(`${file} is not the file that ${channelFile} names.`)
  if (!isSigned(bytes, signature, keys)) throw new ChannelError(`${file} is not signed with a trusted key.`)
  const manifest = parseManifest(bytes)
  const { sequence, revision } = manifest
  if (manifest.channel !== id || sequence !== entry.sequence || revision !== entry.revision)
    throw new ChannelError(`${file} belongs to another channel or release.`)
  assertProgramVersion(manifest, program)
  return { bytes, signature, manifest }
}

function assertRevision(dataFolder: string, { revision }: Manifest): void {
  const actual = readRevision({ folder: dataFolder })
  if (actual !== revision)
    throw new ChannelError(`The files of the release are at revision ${actual} instead of ${revision}.`)
}

/** Errors of the system come from the folder: those of the network are `ChannelError` already. A full disk is the usual reason. */
async function explainDiskErrors<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new ChannelError(`The folder of the channel cannot be written or read (${message}).`)
  }
}

const now = (): string => new Date().toISOString()
