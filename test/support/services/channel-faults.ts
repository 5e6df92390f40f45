/** The faults of a channel: what its server, its publisher or an attacker does, and what the follower says about it. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { UpdateOptions } from '../../../src/releases/channel-update.ts'
import { bank } from '../data/small-data.ts'
import {
  type Answer,
  type ChannelServer,
  changeChannel,
  changeManifest,
  createKeys,
  type Publisher,
  readChannelIn,
  releaseData,
  type SigningKeys,
  testLimits,
  writeSigned,
} from './data-channel.ts'

export interface FaultInputs {
  t: Parameters<typeof createKeys>[0]
  server: ChannelServer
  publisher: Publisher
  /** A copy of the channel that is served, to change it. */
  folder: string
  /** A copy of the channel as it was with its first release. */
  earlier: string
  keys: SigningKeys
}

export interface ChannelFault {
  name: string
  act(inputs: FaultInputs): void
  /** What the follower says. */
  message: RegExp
  options?: Partial<UpdateOptions>
}

const change: Answer = (response, bytes) => {
  const changed = Buffer.from(bytes)
  const middle = changed.length >> 1
  changed[middle] = (changed[middle] ?? 0) ^ 1
  response.end(changed)
}
const truncate: Answer = (response, bytes) => response.end(bytes.subarray(0, bytes.length >> 1))
const reset: Answer = (response, bytes) => {
  response.writeHead(200, { 'Content-Length': bytes.length })
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
}
const endless: Answer = (response) => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const more = (): void => void (response.writable && response.write(piece, more))
  more()
}
/** Sends a byte at a time, and never ends. */
const dribble: Answer = (response) => {
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
const silence: Answer = () => {}
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('no')

const channel = /^channel\.json$/
const channelSignature = /^channel\.json\.sig$/
const manifest = /^releases\/.*\.json$/
const manifestSignature = /^releases\/.*\.sig$/
const content = /^files\//

const ofServer = (name: string, paths: RegExp, answer: Answer, message: RegExp): ChannelFault => ({
  name,
  act: ({ server }) => server.misbehave(paths, answer),
  message,
})

const forged = /^channel\.json is not signed with a trusted key; it may have been changed, or the publisher/
const otherContent = /^files\/[0-9a-f]{64}\.gz is not the file .* of the release: its size or SHA-256 is wrong\.$/
const otherManifest = /^releases\/.*\.json is not the file that channel\.json names\.$/
const slow = { limits: { ...testLimits, fileMs: 300 } }

const serverFaults: ChannelFault[] = [
  ofServer('a changed byte in channel.json', channel, change, forged),
  ofServer('a changed byte in its signature', channelSignature, change, forged),
  ofServer('a changed byte in the manifest', manifest, change, otherManifest),
  ofServer(
    'a changed byte in the signature of the manifest',
    manifestSignature,
    change,
    /\.json is not signed with a trusted key/,
  ),
  ofServer('a changed byte in a data file', content, change, otherContent),
  ofServer('a truncated channel.json', channel, truncate, forged),
  ofServer('a truncated manifest', manifest, truncate, otherManifest),
  ofServer('a truncated data file', content, truncate, otherContent),
  ofServer('an empty signature', channelSignature, (response) => response.end(), forged),
  ofServer('an endless channel.json', channel, endless, /^channel\.json is larger than the 262144 bytes that it may/),
  ofServer('an endless signature', channelSignature, endless, /^channel\.json\.sig is larger than the 64 bytes/),
  ofServer('an endless manifest', manifest, endless, /^releases\/.* is larger than the 2097152 bytes/),
  ofServer('an endless data file', content, endless, /^files\/.* is larger than the \d{4} bytes/),
  { ...ofServer('a byte at a time', content, dribble, /^files\/.* took longer than 0\.3 s\.$/), options: slow },
  { ...ofServer('no response', channel, silence, /^channel\.json took longer than 0\.3 s\.$/), options: slow },
  ofServer('a missing data file', content, status(404), /\/files\/.* returned 404 instead of 200\.$/),
  ofServer('a missing signature', channelSignature, status(404), /\/channel\.json\.sig returned 404 instead of 200\.$/),
  ofServer('500 forever', content, status(500), /^files\/.* returned 500\.$/),
  ofServer('429 forever', channel, status(429, { 'Retry-After': '3600' }), /^channel\.json returned 429\.$/),
  ofServer('a reset in the middle of a data file', content, reset, /^files\/.* cannot be downloaded \(.+\)\.$/),
  ofServer(
    'a redirect to another host',
    content,
    status(302, { Location: 'http://127.0.0.2:9/x' }),
    /redirects to another host, 127\.0\.0\.2:9; set DATA_CHANNEL to an address that does not\.$/,
  ),
  ofServer(
    'a redirect without an address',
    channel,
    status(302, { Location: 'http://[' }),
    /to another host, an invalid address/,
  ),
  ofServer(
    'redirects in a circle',
    channel,
    status(307, { Location: '/channel.json' }),
    /^\/channel\.json redirects more than 3 times\.$/,
  ),
  ofServer('a small file that grows', content, (response) => response.end(smallBomb), otherContent),
  ofServer(
    'a small response that grows',
    content,
    (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    /^files\/.* is larger than the \d{4} bytes/,
  ),
]

/** 10 MB from 10 kB, and 500 kB from 500 bytes. */
const [bomb, smallBomb] = [10_000_000, 500_000].map((bytes) => gzipSync(Buffer.alloc(bytes)))

const ofChannel = (
  name: string,
  edit: (channel: ReturnType<typeof readChannelIn>) => unknown,
  message: RegExp,
): ChannelFault => ({
  name,
  act: ({ folder, keys }) => changeChannel(folder, keys, edit),
  message,
})
const ofManifest = (
  name: string,
  edit: Parameters<typeof changeManifest>[2],
  message: RegExp,
  options: ChannelFault['options'] = {},
): ChannelFault => ({
  name,
  act: ({ folder, keys }) => changeManifest(folder, keys, edit),
  message,
  options,
})

const sha256 = '0'.repeat(64)
const unsafePaths = [
  '../x.json',
  '/etc/x.json',
  'banks/../../x.jsonl',
  'banks/aa/x.jsonl',
  'banks\\aa.jsonl',
  'C:x.json',
  'x',
  'release.json\0',
  '..',
  'BANKS/aa.jsonl',
]

/** Signed with the right key: the publisher's mistakes, and an attacker who replays what the publisher has signed. */
const signedFaults: ChannelFault[] = [
  {
    name: 'a channel signed with another key',
    act: ({ t, folder }) => changeChannel(folder, createKeys(t), () => undefined),
    message: forged,
  },
  {
    name: 'a manifest signed with another key',
    act: ({ t, folder, keys }) => {
      const file = `releases/${readChannelIn(folder).releases[0]?.revision}.json`
      writeSigned(folder, file, readFileSync(join(folder, file), 'utf8'), createKeys(t))
      changeChannel(folder, keys, () => undefined)
    },
    message: /^releases\/.*\.json is not signed with a trusted key\.$/,
  },
  ofChannel(
    'a sequence that is not an integer',
    (file) => ({ ...file, sequence: 0.5 }),
    /^channel\.json is malformed: sequence/,
  ),
  ofChannel(
    'the sequence of the last channel with another content',
    (file) => ({ ...file, sequence: 1 }),
    /^channel\.json has sequence 1, but 1 was seen before; it is out of date or was replayed\.$/,
  ),
  ofChannel(
    'another channel with the same key',
    (file) => ({ ...file, id: '0123456789abcdef' }),
    /is another channel than before; if this is intended, delete the folder of the channel\.$/,
  ),
  ofChannel('no release', (file) => ({ ...file, releases: [] }), /^channel\.json is malformed: releases must NOT have/),
  ofChannel(
    'releases in the wrong order',
    (file) => ({ ...file, releases: file.releases.toReversed() }),
    /^channel\.json does not list the newest release first\.$/,
  ),
  ofChannel(
    'a later format',
    (file) => ({ ...file, format: 2 }),
    /^channel\.json has format 2, and this program reads format 1; update the program\.$/,
  ),
  {
    name: 'text that is not JSON',
    act: ({ folder, keys }) => writeSigned(folder, 'channel.json', '<html>', keys),
    message: /^channel\.json is not JSON\.$/,
  },
  {
    name: 'the manifest of an earlier release under the name of the new one',
    act: ({ folder, keys }) => {
      const [newest, older] = readChannelIn(folder).releases.map(({ revision }) => `releases/${revision}.json`)
      for (const end of ['', '.sig']) cpSync(join(folder, `${older}${end}`), join(folder, `${newest}${end}`))
      changeChannel(folder, keys, ({ releases: [first, second], ...file }) => ({
        ...file,
        releases: [{ ...first, sha256: second?.sha256 }, second],
      }))
    },
    message: /^releases\/.* belongs to another channel or release\.$/,
  },
  ofManifest(
    'a manifest of another channel',
    (file) => Object.assign(file, { channel: '0123456789abcdef' }),
    /^releases\/.* belongs to another channel or release\.$/,
  ),
  ofManifest(
    'a manifest of a later format',
    (file) => Object.assign(file, { format: 2 }),
    /^The manifest of the release has format 2, and this program reads format 1/,
  ),
  ofManifest(
    'a release for a later program',
    (file) => Object.assign(file, { program: '99.0.0' }),
    /^The release needs bank-lookup 99\.0\.0 or later, and this is 1\.0\.0; update the program\.$/,
  ),
  ofManifest('a wrong size', (file) => Object.assign(file.files[0] ?? {}, { size: 7 }), otherContent),
  ofManifest(
    'a revision that is not that of the files',
    (file) => Object.assign(file, { revision: '2026-01-31.00000000' }),
    /^The files of the release are at revision 2026-01-31\.[0-9a-f]{8} instead of 2026-01-31\.00000000\.$/,
  ),
  ofManifest(
    'a file named twice',
    ({ files }) => files.push(files[0] as (typeof files)[0]),
    /^The manifest of the release names a file twice\.$/,
  ),
  ofManifest(
    'too many files',
    (file) =>
      Object.assign(file, {
        files: Array.from({ length: 2001 }, (_, at) => ({ path: `x${at}.json`, size: 1, sha256 })),
      }),
    /^The manifest of the release is malformed: files must NOT have more than 2000 items\.$/,
  ),
  ofManifest(
    'a file that is too large',
    ({ files }) => files.push({ path: 'x.json', size: 2 ** 30, sha256 }),
    /is malformed: files\.\d+\.size must be <= 67108864\.$/,
  ),
  ofManifest(
    'too many bytes together',
    ({ files }) => files.push(...[0, 1, 2, 3, 4].map((at) => ({ path: `x${at}.json`, size: 60 * 2 ** 20, sha256 }))),
    /^The release has more than 256 MiB of files\.$/,
  ),
  ...unsafePaths.map((path) =>
    ofManifest(
      `the path ${JSON.stringify(path)}`,
      ({ files }) => files.push({ path, size: 1, sha256 }),
      /^The manifest of the release is malformed: files\.\d+\.path is .*, which does not match/,
    ),
  ),
]

/** The first release comes again after the second one. */
const replay: ChannelFault = {
  name: 'a replay of an older channel',
  act: ({ server, earlier, folder }) => {
    cpSync(earlier, folder, { recursive: true })
    server.serve(folder)
  },
  message: /^channel\.json has sequence 1, but 2 was seen before; it is out of date or was replayed\.$/,
}

const invalid = releaseData(2)
invalid.banks.bb?.push(bank('bb-other-99', { successor: 'bb-nowhere', status: 'merged' }))
const shrunken = releaseData(2)
shrunken.banks.bb = shrunken.banks.bb?.slice(0, 3) ?? []

/** The follower remembers these, and does not download them again. */
export const rejectedData = [
  { name: 'invalid data', data: invalid, message: /bb-nowhere/ },
  {
    name: 'data that has lost most banks of a country',
    data: shrunken,
    message: /\(BB\) has 3 open banks instead of 13/,
  },
]

export const beforeInstalling = [...serverFaults, ...signedFaults]
export const afterInstalling = [replay]
