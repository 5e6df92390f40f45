import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataTables } from '../dataset/data-tables.ts'
import { bankRecordSchema } from '../directory/records/bank-record.ts'
import {
  assertProgramVersion,
  type Channel,
  type Manifest,
  oldestProgram,
  parseChannel,
  parseManifest,
  sha256Of,
} from './release-format.ts'

const sha256 = 'ab'.repeat(32)
const entry = { sequence: 4, revision: '2026-09-01.0123abcd', published_at: '2026-09-02T10:00:00.000Z', sha256 }
const channel: Channel = {
  format: 1,
  id: '0123456789abcdef',
  sequence: 9,
  published_at: '2026-09-03T10:00:00Z',
  releases: [entry, { ...entry, sequence: 2 }],
}
const manifest: Manifest = {
  format: 1,
  channel: channel.id,
  sequence: 4,
  revision: entry.revision,
  previous: null,
  published_at: entry.published_at,
  program: '1.0.0',
  without: ['restricted'],
  files: [{ path: 'banks/aa.jsonl', size: 7, sha256 }],
}
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

test('a channel and a manifest are read as they were written, and unknown fields are allowed', () => {
  assert.deepEqual(parseChannel(bytesOf(channel)), channel)
  assert.deepEqual(parseManifest(bytesOf(manifest)), manifest)
  const later = { ...manifest, colour: 'green' }
  assert.deepEqual(parseManifest(bytesOf(later)), later)
})

test('a later format is reported before anything else that is wrong', () => {
  for (const parse of [parseChannel, parseManifest])
    assert.throws(() => parse(bytesOf({ format: 2 })), {
      name: 'ChannelError',
      message: /has format 2.*update the program\.$/,
    })
})

test('each malformed field of a channel is named', () => {
  const [first, second] = channel.releases
  for (const [change, message] of [
    [{ id: 'x' }, /id is "x"/],
    [{ sequence: 0 }, /sequence must be >= 1/],
    [{ sequence: 1.5 }, /sequence must be integer/],
    [{ sequence: 2 ** 53 }, /sequence must be </],
    [{ published_at: 'yesterday' }, /published_at is "yesterday"/],
    [{ releases: [] }, /releases must NOT have fewer than 1 items/],
    [{ releases: [{ ...entry, revision: '../x' }] }, /releases\.0\.revision is/],
    [{ releases: [{ ...entry, sha256: 'AB' }] }, /releases\.0\.sha256 is/],
    [{ releases: [second, first] }, /does not list the newest release first/],
    [{ releases: [first, first] }, /does not list the newest release first/],
  ] as const)
    assert.throws(() => parseChannel(bytesOf({ ...channel, ...change })), { name: 'ChannelError', message })
  for (const value of [null, [], 'x', 7, {}])
    assert.throws(() => parseChannel(bytesOf(value)), {
      name: 'ChannelError',
      message: /^channel\.json is malformed: /,
    })
  assert.throws(() => parseChannel(Buffer.from('<html>')), { message: 'channel.json is not JSON.' })
})

test('a manifest names only files of a data folder', () => {
  const withPath = (path: string) => parseManifest(bytesOf({ ...manifest, files: [{ path, size: 1, sha256 }] }))
  for (const path of [
    'countries.json',
    'build.json',
    'banks/aa.jsonl',
    'branches/us_routing.tsv',
    'changes/2026-09-01.0123abcd.jsonl',
    'LICENSE.md',
    'CREDITS.md',
  ])
    assert.equal(withPath(path).files[0]?.path, path)
  for (const path of [
    '',
    '.',
    '..',
    '../countries.json',
    '/countries.json',
    './countries.json',
    'banks/../countries.json',
    'banks//aa.jsonl',
    'banks/aa.jsonl/x',
    'banks\\aa.jsonl',
    'changes/../x.jsonl',
    'countries.json\n',
    'countries.json\0',
    '.hidden.json',
    'release.ts',
    'README.md',
    'C:\\x.json',
    'ｃountries.json',
  ])
    assert.throws(() => withPath(path), { name: 'ChannelError', message: /path is .*, which does not match/ }, path)
})

test('a release needs its program or a later one, compared by number', () => {
  for (const own of ['1.2.3', '1.2.4', '1.10.0', '2.0.0', '10.0.0'])
    assert.doesNotThrow(() => assertProgramVersion({ program: '1.2.3' }, own), own)
  for (const own of ['1.2.2', '1.1.9', '0.9.9'])
    assert.throws(() => assertProgramVersion({ program: '1.2.3' }, own), {
      message: `The release needs bank-lookup 1.2.3 or later, and this is ${own}; update the program.`,
    })
})

/** The schemas without texts, which no program checks. */
const withoutTexts = (key: string, value: unknown): unknown => (key === 'description' ? undefined : value)

test('a change of a data schema is a decision about the oldest program that can load the data', () => {
  const schemas = [bankRecordSchema, ...Object.values(dataTables).map(({ schema }) => schema)]
  const hash = sha256Of(Buffer.from(JSON.stringify(schemas, withoutTexts))).slice(0, 8)
  // If older programs reject the new data, raise `oldestProgram`. Then write the new hash here.
  assert.deepEqual([hash, oldestProgram], ['55102f8a', '1.0.0'])
})
