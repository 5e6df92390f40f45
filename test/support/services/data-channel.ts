/** A data channel for a test: its publisher, a server that can misbehave, and a follower in the process of the test. */
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { DownloadLimits } from '../../../src/releases/channel-download.ts'
import { type ChannelFolder, openChannelFolder } from '../../../src/releases/channel-folder.ts'
import { installRelease, prepareRelease, type UpdateOptions } from '../../../src/releases/channel-update.ts'
import { signAgain, type WrittenChannel, writeRelease } from '../../../src/releases/channel-writer.ts'
import { type Channel, channelFile, type Manifest, manifestFile } from '../../../src/releases/release-format.ts'
import { generateKeys, keyLine, readPublicKey, signBytes } from '../../../src/releases/release-signature.ts'
import { assertLoadable } from '../../../src/releases/verify-release.ts'
import { bank, code, type Small, small, writeFolder } from '../data/small-data.ts'
import { temporaryFolder } from './processes.ts'

/** Small data whose content depends on the number of the release. */
export function releaseData(number: number): Small {
  const data = small()
  const others = Array.from({ length: 12 }, (_, at) => bank(`bb-other-${String(at).padStart(2, '0')}`))
  data.banks.aa = [bank('aa-first', { codes: [code('001')], name: `Bank of release ${number}` })]
  data.banks.bb = [bank('bb-only'), ...others]
  return data
}

export interface SigningKeys {
  privateKey: KeyObject
  /** A PEM file. */
  privateFile: string
  publicFile: string
  /** For `DATA_CHANNEL_KEY`. */
  publicLine: string
}

export function createKeys(t: Pick<TestContext, 'after'>): SigningKeys {
  const { privatePem, publicPem } = generateKeys()
  const folder = temporaryFolder(t)
  const files = { privateFile: join(folder, 'private.pem'), publicFile: join(folder, 'public.pem') }
  writeFileSync(files.privateFile, privatePem)
  writeFileSync(files.publicFile, publicPem)
  return { privateKey: createPrivateKey(privatePem), publicLine: keyLine(publicPem), ...files }
}

export interface Publisher {
  /** The folder of the channel. */
  out: string
  keys: SigningKeys
  publish(data: Small): WrittenChannel
  touch(now?: Date): Channel
}

export function createPublisher(t: Pick<TestContext, 'after'>, keys = createKeys(t)): Publisher {
  const out = join(temporaryFolder(t), 'channel')
  return {
    out,
    keys,
    publish: (data) =>
      writeRelease(out, { dataFolder: writeFolder(t, data), without: [] }, keys.privateKey, new Date()),
    touch: (now = new Date()) => signAgain(out, keys.privateKey, now),
  }
}

export const readChannelIn = (folder: string): Channel => JSON.parse(readFileSync(join(folder, channelFile), 'utf8'))

export const newestRevision = (folder: string): string => readChannelIn(folder).releases[0]?.revision ?? ''

/** The hash of a file of the newest release. */
export function firstContent(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, manifestFile(newestRevision(folder))), 'utf8'))
  return manifest.files[0]?.sha256 ?? ''
}

/** Changes `channel.json` and signs it, as only the publisher can. */
export function changeChannel(folder: string, keys: SigningKeys, change: (channel: Channel) => unknown): void {
  const channel = readChannelIn(folder)
  writeSigned(folder, channelFile, JSON.stringify(change(channel) ?? channel), keys)
}

/** Changes the manifest of the newest release and signs it, and `channel.json` with its new hash. */
export function changeManifest(folder: string, keys: SigningKeys, change: (manifest: Manifest) => unknown): void {
  changeChannel(folder, keys, ({ releases: [newest, ...others], ...channel }) => {
    const file = manifestFile(newest?.revision ?? '')
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    change(manifest)
    const text = JSON.stringify(manifest)
    const { sequence, revision, published_at } = manifest
    writeSigned(folder, manifestFile(revision), text, keys)
    return { ...channel, releases: [{ sequence, revision, published_at, sha256: sha256Of(text) }, ...others] }
  })
}

export function writeSigned(folder: string, file: string, text: string, { privateKey }: SigningKeys): void {
  mkdirSync(join(folder, 'releases'), { recursive: true })
  writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, `${file}.sig`), signBytes(Buffer.from(text), privateKey))
}

export const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** `bytes`: the file that was requested. */
export type Answer = (response: ServerResponse, bytes: Buffer, request: IncomingMessage) => unknown

export interface ChannelServer {
  url: string
  /** Requested paths, since the last call. */
  requested(): string[]
  /** Serves another folder from now on. */
  serve(folder: string): void
  /** Answers the paths that match in another way. Undefined: no more. */
  misbehave(paths: RegExp | undefined, answer?: Answer): void
}

export async function startChannelServer(t: Pick<TestContext, 'after'>, folder: string): Promise<ChannelServer> {
  let served = folder
  let fault: { paths: RegExp; answer: Answer } | undefined
  let requested: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/(?:moved\/)?/, '')
    requested.push(path)
    const file = join(served, path)
    const bytes = existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined
    response.on('error', () => {})
    if (fault?.paths.test(path)) return void fault.answer(response, bytes ?? Buffer.alloc(0), request)
    if (!bytes) return void response.writeHead(404).end('not here')
    const etag = `"${sha256Of(bytes).slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { ETag: etag, 'Content-Length': bytes.length }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${channelFile}`,
    requested: () => requested.splice(0),
    serve: (next) => {
      served = next
      requested = []
    },
    misbehave: (paths, answer) => {
      fault = paths && answer ? { paths, answer } : undefined
    },
  }
}

/** Retries once and at once; the time for one file is far longer than any needs. */
export const testLimits: DownloadLimits = { fileMs: 120_000, redirectsMax: 3, retriesMax: 1, retryMsMax: 10 }

export interface Follower {
  folder: ChannelFolder
  options: UpdateOptions
  /** Does what a check of the service does. Resolves to what came of it. */
  update(more?: Partial<UpdateOptions>): Promise<string>
  /** The paths and hashes of the files that are served. */
  served(): Record<string, string>
}

export function createFollower(
  t: Pick<TestContext, 'after'>,
  { url, keys, ...more }: Pick<UpdateOptions, 'url'> & { keys: SigningKeys[] } & Partial<Omit<UpdateOptions, 'keys'>>,
): Follower {
  const folder = openChannelFolder(join(temporaryFolder(t), 'followed'))
  const options: UpdateOptions = {
    url,
    keys: keys.map(({ publicLine }) => readPublicKey(publicLine)),
    folder,
    program: '1.0.0',
    signal: new AbortController().signal,
    limits: testLimits,
    ...more,
  }
  return {
    folder,
    options,
    update: async (changes) => {
      const prepared = await prepareRelease({ ...options, ...changes })
      if (prepared.kind !== 'staged') return prepared.kind
      const before = prepared.state.installed > 0 ? folder.currentData() : undefined
      await installRelease(folder, prepared, async (dataFolder, commit) => {
        assertLoadable({ folder: dataFolder }, before)
        commit()
      })
      return 'installed'
    },
    served: () => hashFolder(folder.currentData()),
  }
}

export function hashFolder(folder: string | undefined): Record<string, string> {
  if (folder === undefined) return {}
  const files = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(files.sort().map((path) => [path, sha256Of(readFileSync(join(folder, path)))]))
}

/** The files in the folder of a follower that belong to no installed release. */
export function leftOver(folder: ChannelFolder): string[] {
  const needed = folder
    .releases()
    .flatMap(({ name, manifest: { revision, files } }) => [
      ...['release.json', 'channel.json'].map((file) => `releases/${name}/${file}`),
      `mirror/${manifestFile(revision)}`,
      ...files.map(({ path }) => `releases/${name}/data/${path}`),
      ...files.map(({ sha256 }) => `mirror/files/${sha256}.gz`),
    ])
  const known = new Set(['state.json', 'mirror/channel.json', ...needed])
  return Object.keys(hashFolder(folder.path)).filter((path) => !known.has(path.replace(/\.sig$/, '')))
}
