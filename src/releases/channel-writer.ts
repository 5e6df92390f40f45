/**
 * Writes a channel: a folder that any web server can serve. Contents are named by their hash and written before the files
 * that name them, and `channel.json` comes last, so that a follower never sees an incomplete release.
 */
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { dataFolders } from '../dataset/data-files.ts'
import { readRevision } from '../dataset/revision.ts'
import type { Redistribution } from '../directory/records/source.ts'
import { isSignedFile, writeSigned, writeWhole } from './channel-folder.ts'
import {
  type Channel,
  type ChannelEntry,
  ChannelError,
  channelFile,
  contentFile,
  formatVersion,
  type Manifest,
  manifestFile,
  oldestProgram,
  parseChannel,
  parseManifest,
  releasePaths,
  sha256Of,
  signatureFile,
} from './release-format.ts'
import { signBytes } from './release-signature.ts'

export interface ChannelRelease {
  /** The data folder to publish. */
  dataFolder: string
  /** The terms whose facts were left out. */
  without: readonly Redistribution[]
  /** Texts about terms to publish with the data, by file name. */
  notices?: ReadonlyMap<string, string>
}

export interface WrittenChannel {
  channel: Channel
  /** Whether there is a new release. If the data is unchanged, the channel was only signed again. */
  isNew: boolean
  /** The size of the contents that followers of the previous release fetch, and that of the whole release, compressed. */
  bytes: { changed: number; whole: number }
}

/** A follower that was away for longer downloads the newest release anyway. */
const releasesMax = 10

/**
 * Writes a new release into the channel, or signs the channel again if the data is that of the newest release. A new key
 * makes a new release too, because the signature of the newest one is that of the old key.
 */
export function writeRelease(out: string, release: ChannelRelease, privateKey: KeyObject, now: Date): WrittenChannel {
  const before = readChannel(out)
  const isOwn = before !== undefined && isSignedWith(out, channelFile, privateKey)
  // What another key signed may have been changed, so it is not signed with this one.
  const listed = isOwn ? before.releases.filter((entry) => findManifest(out, entry)) : []
  const newest = listed[0] && listed[0] === before?.releases[0] ? findManifest(out, listed[0]) : undefined
  const contents = readContents(release)
  const files = [...contents].map(([path, { size, sha256 }]) => ({ path, size, sha256 }))
  if (newest && JSON.stringify(newest.files) === JSON.stringify(files))
    return {
      channel: signAgain(out, privateKey, now),
      isNew: false,
      bytes: { changed: 0, whole: bytesOf(out, newest) },
    }
  const manifest: Manifest = {
    format: formatVersion,
    channel: before?.id ?? randomBytes(8).toString('hex'),
    sequence: (before?.releases[0]?.sequence ?? 0) + 1,
    revision: readRevision({ folder: release.dataFolder }),
    previous: before?.releases[0]?.revision ?? null,
    published_at: now.toISOString(),
    program: oldestProgram,
    without: [...release.without],
    files,
  }
  const known = new Set(newest?.files.map(({ sha256 }) => sha256))
  for (const { bytes, sha256 } of contents.values()) {
    const file = join(out, contentFile(sha256))
    if (!existsSync(file)) writeWhole(file, gzipSync(bytes, { level: 9 }))
  }
  const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  parseManifest(manifestBytes)
  signAndWrite(out, manifestFile(manifest.revision), manifestBytes, privateKey)
  const { sequence, revision, published_at } = manifest
  const entry = { sequence, revision, published_at, sha256: sha256Of(manifestBytes) }
  // A revision can come back. Its file has the name of the earlier release then.
  const others = listed.filter((other) => other.revision !== revision)
  const channel = writeChannel(
    out,
    { id: manifest.channel, sequence: before?.sequence ?? 0, releases: [entry, ...others].slice(0, releasesMax) },
    privateKey,
    now,
  )
  prune(out, channel)
  const changed = { files: files.filter(({ sha256 }) => !known.has(sha256)) }
  return { channel, isNew: true, bytes: { changed: bytesOf(out, changed), whole: bytesOf(out, manifest) } }
}

/** Signs `channel.json` with the current time, so that followers can tell a quiet channel from a frozen one. */
export function signAgain(out: string, privateKey: KeyObject, now: Date): Channel {
  const channel = readChannel(out)
  if (!channel) throw new ChannelError(`${out} has no channel; publish a release first.`)
  if (!isSignedWith(out, channelFile, privateKey))
    throw new ChannelError(
      `${channelFile} in ${out} is not signed with this key; if the key is new, publish with it without --touch, otherwise restore the folder.`,
    )
  return writeChannel(out, channel, privateKey, now)
}

/** Writes the data folder of the newest release to `target`. Returns false if the channel has no release yet. */
export function extractNewest(out: string, target: string): boolean {
  const channel = readChannel(out)
  if (!channel) return false
  const newest = findManifest(out, channel.releases[0] as ChannelEntry)
  if (!newest) throw new ChannelError(`The newest release in ${out} is incomplete; restore the folder.`)
  for (const { path, sha256 } of newest.files) {
    const file = join(target, path)
    const content = gunzipSync(readFileSync(join(out, contentFile(sha256))))
    if (sha256Of(content) !== sha256)
      throw new ChannelError(`${contentFile(sha256)} in ${out} is damaged; restore the folder.`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return true
}

function writeChannel(
  out: string,
  { id, sequence, releases }: Pick<Channel, 'id' | 'sequence' | 'releases'>,
  privateKey: KeyObject,
  now: Date,
): Channel {
  const channel: Channel = {
    format: formatVersion,
    id,
    sequence: sequence + 1,
    published_at: now.toISOString(),
    releases,
  }
  signAndWrite(out, channelFile, Buffer.from(`${JSON.stringify(channel, null, 1)}\n`), privateKey)
  return channel
}

const signAndWrite = (out: string, file: string, bytes: Buffer, privateKey: KeyObject): void =>
  writeSigned(out, file, { bytes, signature: signBytes(bytes, privateKey) })

function readChannel(out: string): Channel | undefined {
  const file = join(out, channelFile)
  return existsSync(file) ? parseChannel(readFileSync(file)) : undefined
}

/** Returns undefined if there is another file: a later release with the same revision was interrupted. */
function findManifest(out: string, { revision, sha256 }: ChannelEntry): Manifest | undefined {
  const file = join(out, manifestFile(revision))
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  return sha256Of(bytes) === sha256 ? parseManifest(bytes) : undefined
}

const isSignedWith = (out: string, file: string, privateKey: KeyObject): boolean =>
  isSignedFile(out, file, [createPublicKey(privateKey)])

interface Content {
  bytes: Buffer
  size: number
  sha256: string
}

/** The files that the service reads, and the terms that must be passed on with them. */
function readContents({ dataFolder: folder, notices = new Map() }: ChannelRelease): Map<string, Content> {
  const paths = Object.entries(dataFolders).flatMap(([inner, pattern]) => {
    const names = existsSync(join(folder, inner)) ? readdirSync(join(folder, inner)) : []
    return names.filter((name) => pattern.test(name)).map((name) => (inner === '' ? name : `${inner}/${name}`))
  })
  const terms = ['LICENSE.md', 'CREDITS.md'].filter((name) => existsSync(join(folder, name)))
  return new Map(
    [...paths, ...terms, ...notices.keys()].sort().map((path) => {
      if (!releasePaths.test(path)) throw new ChannelError(`${path} cannot be part of a release; rename or remove it.`)
      const notice = notices.get(path)
      const bytes = notice === undefined ? readFileSync(join(folder, path)) : Buffer.from(notice)
      return [path, { bytes, size: bytes.length, sha256: sha256Of(bytes) }]
    }),
  )
}

/** Deletes the files that only releases needed which the channel no longer lists. */
function prune(out: string, { releases }: Channel): void {
  const manifests = releases.flatMap((entry) => findManifest(out, entry) ?? [])
  const needed = new Set(
    manifests.flatMap(({ revision, files }) => [
      manifestFile(revision),
      signatureFile(manifestFile(revision)),
      ...files.map(({ sha256 }) => contentFile(sha256)),
    ]),
  )
  for (const inner of ['files', 'releases'])
    for (const name of readdirSync(join(out, inner)))
      if (!needed.has(`${inner}/${name}`)) rmSync(join(out, inner, name))
}

function bytesOf(out: string, { files }: Pick<Manifest, 'files'>): number {
  const contents = new Set(files.map(({ sha256 }) => contentFile(sha256)))
  return [...contents].reduce((sum, file) => sum + readFileSync(join(out, file)).length, 0)
}
