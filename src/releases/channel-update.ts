/**
 * Updates a follower from its channel, in two steps. `prepareRelease` downloads and verifies the newest release into a folder
 * of its own; `installRelease` lets the caller try the data, and only then makes it the release to serve.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { DatasetError } from '../dataset/dataset-error.ts'
import { readRevision } from '../dataset/revision.ts'
import { createDownloader, type Downloader, type DownloadLimits, type ResponseTags } from './channel-download.ts'
import { type ChannelFolder, type ChannelState, mirrorPath, stagedFiles, writeWhole } from './channel-folder.ts'
import { overlayConflicts } from './overlay-conflicts.ts'
import {
  assertProgramVersion,
  type Channel,
  ChannelError,
  channelFile,
  contentFile,
  type Manifest,
  manifestFile,
  parseChannel,
  parseManifest,
  type ReleaseFile,
  releaseLimits,
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
export async function prepareRelease(options: UpdateOptions): Promise<Prepared> {
  const { url, folder, program, signal, limits } = options
  const downloader = createDownloader(url, { program, signal, ...(limits && { limits }) })
  const known = folder.readState()
  const signed = await downloadChannel(downloader, options, known?.url === url ? known : undefined)
  if (!signed) {
    folder.changeState((state) => ({ ...(state as ChannelState), checked_at: now() }))
    return { kind: 'unchanged', ...downloader.counts() }
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
  const [entry] = channel.releases
  if (!entry) throw new ChannelError(`${channelFile} lists no release.`)
  const { refused } = state
  const isRefused = refused?.sequence === entry.sequence && !options.retryRefused
  if (entry.sequence <= state.installed || isRefused) {
    if (!isRefused) writeSigned(mirrorPath(folder.path, ''), channelFile, signed)
    folder.changeState((latest) => ({ ...state, current: latest?.current ?? null }))
    return isRefused
      ? { kind: 'refused', ...refused, ...downloader.counts() }
      : { kind: 'signed_again', ...downloader.counts() }
  }
  const release = await downloadManifest(downloader, options, entry, channel)
  const staging = folder.createStaging()
  try {
    await downloadFiles(release.manifest, join(staging, 'data'), downloader, options)
    assertRevision(join(staging, 'data'), release.manifest)
    writeSigned(staging, stagedFiles.manifest, release)
    writeSigned(staging, stagedFiles.channel, signed)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw toDiskError(error)
  }
  const { manifest } = release
  const conflicts = overlayConflicts(options.overlay, folder.currentData(), join(staging, 'data'))
  return { kind: 'staged', staging, manifest, state, conflicts, ...downloader.counts() }
}

/**
 * `accept` loads the data and throws `DatasetError` to reject it. When it calls `commit`, the release becomes the one to
 * serve. A rejected release is remembered, so that it is not downloaded at each check.
 */
export async function installRelease(
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
      folder.changeState((latest) => ({ ...state, current: latest?.current ?? null, refused }))
    }
    throw error
  }
  folder.prune()
}

interface Signed {
  bytes: Buffer
  signature: Buffer
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
      `${channelFile} is not signed with a key in DATA_CHANNEL_KEY; it may have been changed, or the publisher has a new key.`,
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
  if (!isSigned(bytes, signature, keys)) throw new ChannelError(`${file} is not signed with a key in DATA_CHANNEL_KEY.`)
  const manifest = parseManifest(bytes)
  const { sequence, revision } = manifest
  if (manifest.channel !== id || sequence !== entry.sequence || revision !== entry.revision)
    throw new ChannelError(`${file} belongs to another channel or release.`)
  assertProgramVersion(manifest, program)
  return { bytes, signature, manifest }
}

/** Enough to hide the latency of a CDN, and polite to a small server. */
const parallelDownloads = 4

async function downloadFiles(
  { files }: Manifest,
  dataFolder: string,
  downloader: Downloader,
  options: UpdateOptions,
): Promise<void> {
  const waiting = [...files]
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const content = (await storedContent(file, options)) ?? (await downloadContent(file, downloader, options))
      const target = join(dataFolder, file.path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content, { flag: 'wx', flush: true })
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: parallelDownloads }, work))
  const failed = workers.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Returns the content if an earlier release or the seed has it. */
async function storedContent(file: ReleaseFile, { folder, seed }: UpdateOptions): Promise<Buffer | undefined> {
  const stored = mirrorPath(folder.path, contentFile(file.sha256))
  if (existsSync(stored)) {
    const content = await decompress(readFileSync(stored), file).catch(() => undefined)
    if (content) return content
  }
  const seeded = seed && join(seed, file.path)
  if (!seeded || !existsSync(seeded)) return undefined
  const content = readFileSync(seeded)
  if (sha256Of(content) !== file.sha256) return undefined
  writeWhole(stored, await compress(content))
  return content
}

async function downloadContent(file: ReleaseFile, downloader: Downloader, { folder }: UpdateOptions): Promise<Buffer> {
  const path = contentFile(file.sha256)
  // gzip adds a few bytes to a file that it cannot compress.
  const compressed = (await downloader.get(path, file.size + 1024))?.bytes ?? Buffer.alloc(0)
  const content = await decompress(compressed, file).catch(() => undefined)
  if (!content)
    throw new ChannelError(`${path} is not the file ${file.path} of the release: its size or SHA-256 is wrong.`)
  writeWhole(mirrorPath(folder.path, path), isGzip(compressed) ? compressed : await compress(content))
  return content
}

/** Throws unless the result has the size and the hash of the manifest. Some hosts decompress `.gz` files themselves. */
async function decompress(bytes: Buffer, { size, sha256 }: ReleaseFile): Promise<Buffer> {
  const content = isGzip(bytes) ? await promisify(gunzip)(bytes, { maxOutputLength: Math.max(size, 1) }) : bytes
  if (content.length !== size || sha256Of(content) !== sha256) throw new Error('another file')
  return content
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const compress = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 })
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function assertRevision(dataFolder: string, { revision }: Manifest): void {
  const actual = readRevision({ folder: dataFolder })
  if (actual !== revision)
    throw new ChannelError(`The files of the release are at revision ${actual} instead of ${revision}.`)
}

function writeSigned(folder: string, file: string, { bytes, signature }: Signed): void {
  // The signature first: without it, the new file would look forged.
  writeWhole(join(folder, signatureFile(file)), signature)
  writeWhole(join(folder, file), bytes)
}

/** A full disk is the usual reason. */
function toDiskError(error: unknown): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (error instanceof ChannelError || path === undefined || code === undefined) return error
  return new ChannelError(`The release cannot be written (${message}).`)
}

const now = (): string => new Date().toISOString()
