/** Faults while a follower installs a release: it serves what it served before, says why in one sentence, and recovers. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { afterInstalling, beforeInstalling, rejectedData } from '../support/services/channel-faults.ts'
import {
  type ChannelServer,
  createFollower,
  createPublisher,
  type Follower,
  leftOver,
  type Publisher,
  releaseData,
  startChannelServer,
} from '../support/services/data-channel.ts'
import { temporaryFolder } from '../support/services/processes.ts'

interface Followed {
  publisher: Publisher
  server: ChannelServer
  follower: Follower
  /** Copies of the channel with its first release, and with its second one, which is served. */
  earlier: string
  copy: string
}

/** A follower with the first release, and a channel with a second one. */
async function followChannel(t: TestContext, second = releaseData(2)): Promise<Followed> {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const folder = temporaryFolder(t)
  const [earlier, copy] = [join(folder, 'earlier'), join(folder, 'copy')]
  cpSync(publisher.out, earlier, { recursive: true })
  const server = await startChannelServer(t, earlier)
  const follower = createFollower(t, { url: server.url, keys: [publisher.keys] })
  assert.equal(await follower.update(), 'installed')
  publisher.publish(second)
  cpSync(publisher.out, copy, { recursive: true })
  server.serve(copy)
  return { publisher, server, follower, earlier, copy }
}

/** The fault is over, and there is another release. */
async function assertRecovers({ publisher, server, follower }: Followed): Promise<void> {
  server.misbehave(undefined)
  server.serve(publisher.out)
  publisher.publish(releaseData(3))
  assert.equal(await follower.update(), 'installed')
  assert.match(readFileSync(join(follower.folder.currentData() ?? '', 'banks/aa.jsonl'), 'utf8'), /Bank of release 3/)
  assert.deepEqual(leftOver(follower.folder), [])
}

/** What must not change: the data and the releases. The state also remembers what was seen. */
function unchangedPart({ served, folder }: Follower): unknown[] {
  const { current, installed, refused } = folder.readState() ?? {}
  return [served(), current, installed, refused]
}

const isOneSentence = (message: string): boolean => !message.includes('\n') && message.length < 400

for (const { name, act, message, options } of beforeInstalling) {
  test(`${name}: the release is not installed`, async (t) => {
    const followed = await followChannel(t)
    const { publisher, server, follower, earlier, copy } = followed
    const before = unchangedPart(follower)
    act({ t, server, publisher, folder: copy, earlier, keys: publisher.keys })
    await assert.rejects(follower.update(options), (error: Error) => {
      assert.equal(error.name, 'ChannelError')
      assert.match(error.message, message)
      return isOneSentence(error.message)
    })
    assert.deepEqual(unchangedPart(follower), before)
    assert.deepEqual(
      readdirSync(join(follower.folder.path, 'releases')).filter((entry) => entry.startsWith('staging')),
      [],
    )
    await assertRecovers(followed)
  })
}

for (const { name, act, message } of afterInstalling) {
  test(`${name}: the later release is still served`, async (t) => {
    const followed = await followChannel(t)
    const { publisher, server, follower, earlier, copy } = followed
    await follower.update()
    const before = unchangedPart(follower)
    act({ t, server, publisher, folder: copy, earlier, keys: publisher.keys })
    await assert.rejects(follower.update(), { name: 'ChannelError', message })
    assert.deepEqual(unchangedPart(follower), before)
    await assertRecovers(followed)
  })
}

for (const { name, data, message } of rejectedData) {
  test(`${name}: the release is rejected, remembered, and not downloaded again`, async (t) => {
    const followed = await followChannel(t, data)
    const { publisher, server, follower } = followed
    const before = follower.served()
    await assert.rejects(follower.update(), { name: 'DatasetError', message })
    assert.deepEqual(follower.served(), before)
    assert.equal(follower.folder.readState()?.refused?.sequence, 2)
    assert.equal(follower.folder.releases().length, 1)
    server.requested()
    assert.equal(await follower.update(), 'refused')
    server.serve(publisher.out)
    publisher.touch()
    assert.equal(await follower.update(), 'refused')
    assert.deepEqual(server.requested(), ['channel.json', 'channel.json.sig'])
    // The operator can try again.
    await assert.rejects(follower.update({ retryRefused: true }), { name: 'DatasetError' })
    await assertRecovers(followed)
  })
}

test('a server that recovers after an error, a redirect on the same host and decompressed files do no harm', async (t) => {
  const cases: Parameters<ChannelServer['misbehave']>[] = [
    [/^channel\.json$/, (response) => response.writeHead(429, { 'Retry-After': '0' }).end()],
    [/^files\//, (response) => response.destroy()],
  ]
  for (const [paths, answer] of cases) {
    const { server, follower } = await followChannel(t)
    server.misbehave(paths, (response, bytes, request) => {
      server.misbehave(undefined)
      answer?.(response, bytes, request)
    })
    assert.equal(await follower.update(), 'installed')
    assert.deepEqual(leftOver(follower.folder), [])
  }
  const redirected = await followChannel(t)
  redirected.server.misbehave(/./, (response, bytes, { url = '' }) =>
    url.startsWith('/moved') ? response.end(bytes) : response.writeHead(301, { Location: `/moved${url}` }).end(),
  )
  assert.equal(await redirected.follower.update(), 'installed')
})

test('contents that the server decompressed are installed, and the mirror has them compressed', async (t) => {
  const { server, follower, publisher } = await followChannel(t)
  server.misbehave(/^files\//, (response, bytes) => response.end(gunzipSync(bytes)))
  assert.equal(await follower.update(), 'installed')
  const second = createFollower(t, { url: server.url, keys: [publisher.keys] })
  server.misbehave(undefined)
  server.serve(join(follower.folder.path, 'mirror'))
  assert.equal(await second.update(), 'installed')
  assert.deepEqual(second.served(), follower.served())
})

test('a publisher who replaces the files between two downloads: the follower tries again', async (t) => {
  const { publisher, server, follower } = await followChannel(t)
  server.serve(publisher.out)
  server.misbehave(/^channel\.json\.sig$/, (response) => {
    server.misbehave(undefined)
    publisher.publish(releaseData(3))
    response.end(readFileSync(join(publisher.out, 'channel.json.sig')))
  })
  assert.equal(await follower.update(), 'installed')
  assert.equal(follower.folder.readState()?.installed, 3)
})

test('links that were planted in the folder of the channel are replaced, not followed', async (t) => {
  const followed = await followChannel(t)
  const { follower, copy } = followed
  const target = join(temporaryFolder(t), 'target')
  mkdirSync(target)
  writeFileSync(join(target, 'file'), 'untouched')
  const { folder } = follower
  const [newest] = JSON.parse(readFileSync(join(copy, 'channel.json'), 'utf8')).releases
  const { channel, files } = JSON.parse(readFileSync(join(copy, `releases/${newest.revision}.json`), 'utf8'))
  symlinkSync(target, join(folder.path, 'releases', `${newest.sequence}-${newest.revision}-${channel}`))
  for (const { sha256 } of files) {
    const place = join(folder.path, 'mirror/files', `${sha256}.gz`)
    rmSync(place, { force: true })
    symlinkSync(join(target, 'file'), place)
  }
  rmSync(join(folder.path, 'mirror/channel.json'))
  symlinkSync(join(target, 'file'), join(folder.path, 'mirror/channel.json'))
  assert.equal(await follower.update(), 'installed')
  assert.deepEqual([readdirSync(target), readFileSync(join(target, 'file'), 'utf8')], [['file'], 'untouched'])
  await assertRecovers(followed)
})

test('a damaged state is reported with a remedy, and nothing is overwritten', async (t) => {
  const followed = await followChannel(t)
  const { follower } = followed
  const file = join(follower.folder.path, 'state.json')
  for (const text of ['{"sequence":', 'null', '{}', '']) {
    writeFileSync(file, text)
    await assert.rejects(follower.update(), {
      name: 'ChannelError',
      message: /state\.json cannot be read \(.*\); delete .*\/followed to install the channel again\.$/,
    })
    assert.equal(readFileSync(file, 'utf8'), text)
  }
  rmSync(follower.folder.path, { recursive: true })
  await assertRecovers(followed)
})

test('a folder that cannot be written is reported, and served as it was', async (t) => {
  for (const inTheWay of ['mirror', 'releases']) {
    const followed = await followChannel(t)
    const { path } = followed.follower.folder
    cpSync(join(path, inTheWay), join(path, 'aside'), { recursive: true })
    rmSync(join(path, inTheWay), { recursive: true })
    writeFileSync(join(path, inTheWay), 'in the way')
    await assert.rejects(followed.follower.update(), {
      name: 'ChannelError',
      message: /^The folder of the channel cannot be written or read \((?:ENOTDIR|EEXIST).*\)\.$/,
    })
    rmSync(join(path, inTheWay))
    cpSync(join(path, 'aside'), join(path, inTheWay), { recursive: true })
    rmSync(join(path, 'aside'), { recursive: true })
    await assertRecovers(followed)
  }
})

test('two updates at the same time install the release once, and both succeed', async (t) => {
  const followed = await followChannel(t)
  const { follower } = followed
  assert.deepEqual(await Promise.all([follower.update(), follower.update()]), ['installed', 'installed'])
  assert.deepEqual(leftOver(follower.folder), [])
  assert.equal(follower.folder.releases().length, 2)
  await assertRecovers(followed)
})

test('what a crash left behind is deleted after the next release, when it is a day old', async (t) => {
  const followed = await followChannel(t)
  const { path } = followed.follower.folder
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const file of ['state.json.1-aa.new', 'mirror/channel.json.1-aa.new', 'mirror/files/x.gz.1-aa.new']) {
    writeFileSync(join(path, file), 'half')
    utimesSync(join(path, file), yesterday, yesterday)
  }
  // The folder of this process counts as abandoned only because of its age.
  const staging = join(path, 'releases', `staging-${process.pid}-00`)
  mkdirSync(staging)
  utimesSync(staging, yesterday, yesterday)
  await assertRecovers(followed)
  assert.deepEqual(leftOver(followed.follower.folder), [])
})

test('a release that someone deleted is installed again from an unchanged channel', async (t) => {
  const { follower } = await followChannel(t)
  await follower.update()
  const served = follower.served()
  rmSync(join(follower.folder.path, 'releases'), { recursive: true })
  assert.equal(follower.folder.currentData(), undefined)
  assert.equal(await follower.update(), 'installed')
  assert.deepEqual(follower.served(), served)
})
