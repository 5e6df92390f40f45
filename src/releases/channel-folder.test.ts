import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ChannelFolder, type ChannelState, changedFiles, openChannelFolder, writeWhole } from './channel-folder.ts'
import { channelStatus } from './channel-status.ts'
import { findMirrorFile } from './mirror-files.ts'
import type { Manifest } from './release-format.ts'

const channel = '0123456789abcdef'
const revision = '2026-09-01.0123abcd'
/** The hash of no bytes. */
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const state = (current: string | null, more: Partial<ChannelState> = {}): ChannelState => ({
  url: 'https://data.example/channel.json',
  id: channel,
  sequence: 5,
  published_at: '2026-09-02T10:00:00.000Z',
  installed: 5,
  current,
  refused: null,
  checked_at: '2026-09-03T10:00:00.000Z',
  etag: null,
  last_modified: null,
  ...more,
})

function open(t: TestContext): ChannelFolder {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-folder-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return openChannelFolder(folder)
}

function install(folder: ChannelFolder, sequence: number, id = channel): string {
  const manifest: Manifest = {
    format: 1,
    channel: id,
    sequence,
    revision,
    previous: null,
    published_at: '2026-09-02T10:00:00.000Z',
    program: '1.0.0',
    without: [],
    files: [{ path: 'countries.json', size: 0, sha256: empty }],
  }
  const staging = folder.createStaging()
  writeFileSync(join(staging, 'release.json'), JSON.stringify(manifest))
  writeFileSync(join(staging, 'data/countries.json'), '')
  return folder.moveIntoPlace(staging, manifest).name
}

test('nothing is served until the state names an installed release', (t) => {
  const folder = open(t)
  assert.deepEqual([folder.readState(), folder.currentData(), folder.releases()], [undefined, undefined, []])
  const name = install(folder, 5)
  assert.equal(folder.currentData(), undefined)
  folder.changeState(() => state(name))
  assert.equal(folder.currentData(), join(folder.path, 'releases', name, 'data'))
  const { sequence, revision: shown } = channelStatus(folder.readState(), 1, 0)
  assert.deepEqual([sequence, shown], [5, revision])
  folder.changeState(() => state('6-gone'))
  assert.equal(folder.currentData(), undefined)
})

test('a channel is stale when its last signature is older than the maximum age', () => {
  const signedMs = Date.parse(state(null).published_at)
  const isStale = (nowMs: number) => channelStatus(state(null), 1000, nowMs).stale
  assert.deepEqual([signedMs, signedMs + 1000, signedMs + 1001].map(isStale), [false, false, true])
  assert.equal(channelStatus(undefined, 1000, signedMs).stale, false)
})

test('a damaged state is an error with a remedy', (t) => {
  const folder = open(t)
  for (const text of ['', '{', 'null', '{}', '[]', '{"sequence":1}', '{"sequence":"1","installed":1}']) {
    writeFileSync(join(folder.path, 'state.json'), text)
    assert.throws(() => folder.currentData(), {
      name: 'ChannelError',
      message: /state\.json cannot be read \(.*; delete /,
    })
  }
})

test('the last three releases of the channel remain, and the one that is served', (t) => {
  const folder = open(t)
  install(folder, 7, 'fedcba9876543210')
  const names = [1, 2, 3, 4, 10].map((sequence) => install(folder, sequence))
  folder.changeState(() => state(names[0] as string))
  folder.prune()
  // By number: 10 is the newest.
  assert.deepEqual(
    folder.releases().map(({ manifest }) => manifest.sequence),
    [1, 3, 4, 10],
  )
})

test('a release with a damaged manifest is not offered, and is deleted', (t) => {
  const folder = open(t)
  const [damaged = '', whole = ''] = [1, 2].map((sequence) => install(folder, sequence))
  folder.changeState(() => state(whole))
  writeFileSync(join(folder.path, 'releases', damaged, 'release.json'), '{')
  assert.deepEqual(
    folder.releases().map(({ name }) => name),
    [whole],
  )
  folder.prune()
  assert.deepEqual(readdirSync(join(folder.path, 'releases')), [whole])
})

test('downloads of dead processes and old ones are deleted, and those of running processes are not', (t) => {
  const folder = open(t)
  folder.changeState(() => state(null))
  const running = folder.createStaging()
  const old = folder.createStaging()
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000)
  utimesSync(old, dayBefore, dayBefore)
  // No process has this number on Linux, where the largest is 4194304.
  const dead = join(folder.path, 'releases/staging-99999999-ab')
  mkdirSync(dead)
  folder.prune()
  assert.deepEqual([running, old, dead].map(existsSync), [true, false, false])
})

test('a release is moved into place twice without harm, and replaces what is not whole', (t) => {
  const folder = open(t)
  const name = install(folder, 1)
  const [place, file] = [
    join(folder.path, 'releases', name),
    join(folder.path, 'releases', name, 'data/countries.json'),
  ]
  assert.equal(install(folder, 1), name)
  const [release] = folder.releases()
  assert.ok(release)
  for (const damage of [
    () => writeFileSync(file, 'changed'),
    () => rmSync(file),
    () => rmSync(join(place, 'release.json')),
    () => {
      rmSync(place, { recursive: true })
      symlinkSync(tmpdir(), place)
    },
  ]) {
    damage()
    install(folder, 1)
    assert.deepEqual(changedFiles(release.dataFolder, release.manifest), [])
    assert.deepEqual(readdirSync(join(folder.path, 'releases')), [name])
  }
})

test('a file is replaced as a whole; a link at its name is replaced, too', (t) => {
  const { path } = open(t)
  const [file, target] = [join(path, 'inner/file'), join(path, 'target')]
  writeWhole(file, 'one')
  writeWhole(file, 'two')
  assert.equal(readFileSync(file, 'utf8'), 'two')
  writeFileSync(target, 'untouched')
  rmSync(file)
  symlinkSync(target, file)
  writeWhole(file, 'three')
  assert.deepEqual([readFileSync(file, 'utf8'), readFileSync(target, 'utf8')], ['three', 'untouched'])
  mkdirSync(join(path, 'inner/folder'))
  assert.throws(() => writeWhole(join(path, 'inner/folder'), 'x'))
  assert.deepEqual(readdirSync(join(path, 'inner')).sort(), ['file', 'folder'])
})

test('the mirror has the signed files and the contents, and nothing else', (t) => {
  const folder = open(t)
  const content = `files/${empty}.gz`
  for (const file of ['channel.json', 'channel.json.sig', `releases/${revision}.json`, content])
    writeWhole(join(folder.path, 'mirror', file), 'x')
  const find = (name: string) => findMirrorFile(folder, name)
  assert.deepEqual([find('channel.json')?.isImmutable, find(content)?.isImmutable], [false, true])
  assert.equal(find(`releases/${revision}.json`)?.isImmutable, false)
  assert.equal(find('channel.json.sig')?.type, 'application/octet-stream')
  for (const name of [
    '',
    '../state.json',
    'state.json',
    'files/x.gz',
    'channel.json.new',
    `${content}/..`,
    `/${content}`,
  ])
    assert.equal(find(name), undefined, name)
  const linked = `files/${'0'.repeat(64)}.gz`
  symlinkSync('/etc/hosts', join(folder.path, 'mirror', linked))
  assert.equal(find(linked), undefined)
})
