import assert from 'node:assert/strict'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { extractNewest, signAgain, type WrittenChannel, writeRelease } from './channel-writer.ts'
import { generateKeys, isSigned, keyLine, readPublicKey } from './release-signature.ts'

const [keys, otherKeys] = [generateKeys(), generateKeys()]
const [privateKey, otherKey] = [keys, otherKeys].map(({ privatePem }) => createPrivateKey(privatePem)) as [
  KeyObject,
  KeyObject,
]
const now = new Date('2026-09-01T10:00:00Z')

/** A channel, and a data folder with one file whose text can be set. */
function createChannel(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-channel-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [out, dataFolder] = [join(folder, 'out'), join(folder, 'data')]
  mkdirSync(join(dataFolder, 'banks'), { recursive: true })
  writeFileSync(join(dataFolder, 'sources.json'), '[{"id":"a","date":"2026-08-01"}]')
  writeFileSync(join(dataFolder, 'README.md'), 'Not published.')
  const publish = (text: string, key = privateKey, when = now): WrittenChannel => {
    writeFileSync(join(dataFolder, 'banks/aa.jsonl'), text)
    return writeRelease(out, { dataFolder, without: [] }, key, when)
  }
  const manifestOf = (revision = '') => JSON.parse(readFileSync(join(out, `releases/${revision}.json`), 'utf8'))
  return { out, dataFolder, publish, manifestOf }
}

const sequences = ({ channel }: WrittenChannel): number[] => [
  channel.sequence,
  ...channel.releases.map(({ sequence }) => sequence),
]

test('both sequences grow with each release, and the channel keeps its id', (t) => {
  const { publish, manifestOf } = createChannel(t)
  const releases = ['one', 'two', 'three'].map((text) => publish(text))
  assert.deepEqual(releases.map(sequences), [
    [1, 1],
    [2, 2, 1],
    [3, 3, 2, 1],
  ])
  assert.equal(new Set(releases.map(({ channel }) => channel.id)).size, 1)
  const [newest, older] = releases[2]?.channel.releases ?? []
  assert.equal(manifestOf(newest?.revision).previous, older?.revision)
  assert.deepEqual(
    manifestOf(newest?.revision).files.map(({ path }: { path: string }) => path),
    ['banks/aa.jsonl', 'sources.json'],
  )
})

test('unchanged data only signs the channel again, as --touch does', (t) => {
  const { out, publish } = createChannel(t)
  publish('one')
  const again = publish('one', privateKey, new Date('2026-09-08T10:00:00Z'))
  assert.deepEqual([again.isNew, again.bytes.changed, ...sequences(again)], [false, 0, 2, 1])
  assert.equal(again.channel.published_at, '2026-09-08T10:00:00.000Z')
  assert.equal(signAgain(out, privateKey, now).sequence, 3)
  const [bytes, signature] = ['channel.json', 'channel.json.sig'].map((file) => readFileSync(join(out, file)))
  assert.ok(bytes && signature && isSigned(bytes, signature, [readPublicKey(keyLine(keys.publicPem))]))
})

test('a channel that is missing, or that another key signed, is not signed again', (t) => {
  const { out, publish } = createChannel(t)
  assert.throws(() => signAgain(out, privateKey, now), { message: /has no channel; publish a release first\.$/ })
  publish('one')
  assert.throws(() => signAgain(out, otherKey, now), { message: /is not signed with this key; if the key is new/ })
  // Someone who can write to the web server must not get the publisher's signature for it.
  const file = join(out, 'channel.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"sequence": 1', '"sequence": 9'))
  assert.throws(() => signAgain(out, privateKey, now), { message: /is not signed with this key/ })
})

test('a new key makes a new release of the same data, and lists no release of the old key', (t) => {
  const { out, publish } = createChannel(t)
  const [first, next] = [publish('one'), publish('one', otherKey)]
  assert.deepEqual([next.isNew, ...sequences(next)], [true, 2, 2])
  assert.equal(next.channel.id, first.channel.id)
  const manifest = `releases/${next.channel.releases[0]?.revision}.json`
  const [bytes, signature] = [manifest, `${manifest}.sig`].map((file) => readFileSync(join(out, file)))
  assert.ok(bytes && signature && isSigned(bytes, signature, [readPublicKey(keyLine(otherKeys.publicPem))]))
})

test('the channel lists ten releases, and has the files of no other', (t) => {
  const { out, publish } = createChannel(t)
  const written = Array.from({ length: 12 }, (_, at) => publish(`text ${at}`)).at(-1) as WrittenChannel
  assert.deepEqual(sequences(written), [12, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  assert.equal(readdirSync(join(out, 'releases')).length, 20)
  // One file for each text, and sources.json.
  assert.equal(readdirSync(join(out, 'files')).length, 11)
})

test('earlier data can be published again: its revision returns with a higher sequence', (t) => {
  const { publish, manifestOf } = createChannel(t)
  const first = publish('one')
  publish('two')
  const returned = publish('one')
  assert.deepEqual([returned.isNew, ...sequences(returned)], [true, 3, 3, 2])
  assert.equal(returned.channel.releases[0]?.revision, first.channel.releases[0]?.revision)
  assert.equal(manifestOf(first.channel.releases[0]?.revision).sequence, 3)
})

test('an interrupted release with an earlier revision does not block the next one', (t) => {
  const { out, publish, dataFolder } = createChannel(t)
  publish('one')
  // The change files do not count towards the revision.
  const files = ['channel.json', 'channel.json.sig']
  for (const file of files) copyFileSync(join(out, file), join(dataFolder, `${file}.aside`))
  mkdirSync(join(dataFolder, 'changes'))
  writeFileSync(join(dataFolder, 'changes/2026-08-01.0123abcd.jsonl'), '')
  publish('one')
  for (const file of files) copyFileSync(join(dataFolder, `${file}.aside`), join(out, file))
  const again = publish('one')
  assert.deepEqual([again.isNew, ...sequences(again)], [true, 2, 2])
})

test('the newest release can be extracted, and a damaged content is noticed', (t) => {
  const { out, publish, dataFolder } = createChannel(t)
  assert.equal(extractNewest(out, join(out, 'target')), false)
  publish('one')
  publish('two')
  assert.equal(extractNewest(out, join(dataFolder, 'target')), true)
  assert.equal(readFileSync(join(dataFolder, 'target/banks/aa.jsonl'), 'utf8'), 'two')
  assert.ok(!existsSync(join(dataFolder, 'target/README.md')))
  const [first = '', ...others] = readdirSync(join(out, 'files')).map((name) => join(out, 'files', name))
  for (const other of others) copyFileSync(first, other)
  assert.throws(() => extractNewest(out, join(dataFolder, 'target')), { name: 'ChannelError', message: /is damaged/ })
})

test('a file that followers would reject is not published', (t) => {
  const { publish, dataFolder } = createChannel(t)
  writeFileSync(join(dataFolder, 'My Notes.json'), '[]')
  assert.throws(() => publish('one'), { message: 'My Notes.json cannot be part of a release; rename or remove it.' })
})
