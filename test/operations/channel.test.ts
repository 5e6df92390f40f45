/** Services that follow a data channel from nginx: new releases, new keys, a rollback and a mirror. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareRelease } from '../../src/releases/channel-update.ts'
import { writeRelease } from '../../src/releases/channel-writer.ts'
import { bank, type Small, small, writeFolder } from '../support/data/small-data.ts'
import { testWith } from '../support/programs.ts'
import {
  createFollower,
  createKeys,
  createPublisher,
  firstContent,
  newestRevision,
  releaseData,
  startChannelServer,
} from '../support/services/data-channel.ts'
import { nameOf, settingsOf, startFollowing, waitForChecks } from '../support/services/following-service.ts'
import { runCommand } from '../support/services/processes.ts'
import { startStaticServer } from '../support/services/static-server.ts'
import { waitUntil } from '../support/wait-until.ts'

const withNginx = testWith('nginx')

withNginx(
  'two services follow a channel: all processes serve a new release without a restart',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    publisher.publish(releaseData(1))
    const server = await startStaticServer(t, nginx, publisher.out)
    const key = publisher.keys.publicFile
    const services = await Promise.all([
      startFollowing(t, settingsOf(t, `${server.url}/channel.json`, key, { WORKERS: '2' })),
      startFollowing(t, settingsOf(t, server.url, publisher.keys.publicLine)),
    ])
    // The first release is installed before the service listens.
    for (const { serves } of services) await serves(nameOf(1))
    publisher.publish(releaseData(2))
    for (const { serves } of services) await serves(nameOf(2))
    const revision = newestRevision(publisher.out)
    for (const { channel } of services) {
      const { checked_at, published_at, ...status } = await channel()
      assert.deepEqual(status, { sequence: 2, revision, stale: false })
      assert.equal(new Date(String(checked_at)).toISOString(), checked_at)
      assert.equal(new Date(String(published_at)).toISOString(), published_at)
    }
  },
)

withNginx(
  'a check of an unchanged channel is one conditional request, and only changed files are fetched',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    publisher.publish(releaseData(1))
    const server = await startStaticServer(t, nginx, publisher.out)
    const { serves } = await startFollowing(t, settingsOf(t, server.url, publisher.keys.publicLine))
    await serves(nameOf(1))
    await waitForChecks(server)
    const before = server.requests().length
    await waitForChecks(server)
    for (const { path, status, bytes } of server.requests().slice(before))
      assert.deepEqual({ path, status, bytes }, { path: '/channel.json', status: 304, bytes: 0 })
    const fetched = server.requests().length
    publisher.publish(releaseData(2))
    await serves(nameOf(2))
    const paths = server
      .requests()
      .slice(fetched)
      .filter(({ status }) => status === 200)
    assert.deepEqual(
      paths.map(({ path }) => path.replace(/[0-9a-f.-]{8,}(?=\.(?:gz|json))/, 'x')),
      ['/channel.json', '/channel.json.sig', '/releases/x.json', '/releases/x.json.sig', '/files/x.gz'],
    )
  },
)

test('a release that changes banks in three small countries costs under five percent of the bytes', async (t) => {
  const manyCountries = (changed: number): Small => {
    const data = small()
    data.countries = data.countries.filter(({ kind }) => kind === 'country')
    for (let at = 0; at < 26; at++) {
      const country = `C${String.fromCharCode(65 + at)}`
      data.countries.push({ ...data.countries[1], code: country, name: country })
      const size = at < 5 ? 20 : 4000
      // Names that compress as badly as real ones.
      data.banks[country.toLowerCase()] = Array.from({ length: size }, (_, number) => {
        const noise = Math.imul(number + 1, 2654435761 + at) >>> 0
        const name = `Bank ${noise.toString(36)} ${(noise ^ (at * 7919)).toString(36)}`
        const id = `${country.toLowerCase()}-${String(number).padStart(4, '0')}`
        return bank(id, { name: at < changed && number === 0 ? `${name} renamed` : name })
      })
    }
    data.countries.sort((one, other) => String(one.code).localeCompare(String(other.code)))
    return data
  }
  const publisher = createPublisher(t)
  publisher.publish(manyCountries(0))
  const server = await startChannelServer(t, publisher.out)
  const follower = createFollower(t, { url: server.url, keys: [publisher.keys] })
  await follower.update()
  const { bytes: written } = publisher.publish(manyCountries(3))
  const update = await prepareRelease(follower.options)
  const whole = await prepareRelease(createFollower(t, { url: server.url, keys: [publisher.keys] }).options)
  assert.equal(update.kind, 'staged')
  assert.ok(update.bytes < whole.bytes * 0.05, `${update.bytes} of ${whole.bytes} bytes`)
  assert.ok(written.changed < update.bytes && written.whole < whole.bytes)
})

withNginx('a new key: both keys work during the overlap, and then the old one is rejected', async (t, { nginx }) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startStaticServer(t, nginx, publisher.out)
  const [old, next] = [publisher.keys, createKeys(t)]
  const both = await startFollowing(t, settingsOf(t, server.url, `${next.publicLine},${old.publicFile}`))
  const onlyOld = await startFollowing(t, settingsOf(t, server.url, old.publicLine))
  await Promise.all([both.serves(nameOf(1)), onlyOld.serves(nameOf(1))])
  const folder = writeFolder(t, releaseData(1))
  const release = ['data', 'release', '--key', next.privateFile, '--out', publisher.out]
  const { stderr, code } = await runCommand({ DATA_DIR: folder }, ...release, '--touch')
  assert.equal(code, 1)
  assert.match(stderr, /^bank-lookup: channel\.json in .* is not signed with this key; if the key is new, publish/)
  // A new release, because the signature of the last one is that of the old key.
  writeRelease(publisher.out, { dataFolder: folder, without: [] }, next.privateKey, new Date())
  await waitUntil('the release is installed', async () => (await both.channel()).sequence === 2)
  await onlyOld.logged(/channel\.json is not signed with a trusted key.*"the data channel could not be followed"/)
  assert.equal((await onlyOld.channel()).sequence, 1)
  const onlyNew = await startFollowing(t, settingsOf(t, server.url, next.publicLine))
  assert.equal((await onlyNew.channel()).sequence, 2)
})

withNginx(
  'after a rollback the release that was left is not installed again, but the next one is',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    publisher.publish(releaseData(1))
    const server = await startStaticServer(t, nginx, publisher.out)
    const settings = settingsOf(t, server.url, publisher.keys.publicLine, { WORKERS: '2' })
    const { serves, channel } = await startFollowing(t, settings)
    publisher.publish(releaseData(2))
    await serves(nameOf(2))
    const { code, stdout } = await runCommand(settings, 'data', 'rollback')
    assert.deepEqual([code, stdout.replace(/\(.*\)/, '')], [0, 'Release 1  is served from now on.\n'])
    await serves(nameOf(1))
    publisher.touch()
    await waitForChecks(server)
    assert.equal((await channel()).sequence, 1)
    await serves(nameOf(1))
    const again = await runCommand(settings, 'data', 'rollback')
    assert.deepEqual(
      [again.code, again.stderr],
      [1, 'bank-lookup: There is no earlier release; installed releases: 1, 2.\n'],
    )
    publisher.publish(releaseData(3))
    await serves(nameOf(3))
  },
)

withNginx('a service follows the mirror of another one', async (t, { nginx }) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startStaticServer(t, nginx, publisher.out)
  const { publicLine } = publisher.keys
  const mirror = await startFollowing(t, settingsOf(t, server.url, publicLine, { DATA_MIRROR: 'on' }))
  const second = await startFollowing(t, settingsOf(t, `${mirror.url}/data/channel.json`, publicLine))
  await second.serves(nameOf(1))
  publisher.publish(releaseData(2))
  await second.serves(nameOf(2))
  const channelOf = (url: string) => fetch(url).then(async (response) => Buffer.from(await response.arrayBuffer()))
  assert.deepEqual(
    await channelOf(`${mirror.url}/data/channel.json`),
    readFileSync(join(publisher.out, 'channel.json')),
  )
  const revision = newestRevision(publisher.out)
  for (const [path, cache] of [
    ['channel.json', 'public, no-cache'],
    [`releases/${revision}.json`, 'public, no-cache'],
    [`files/${firstContent(publisher.out)}.gz`, 'public, max-age=31536000, immutable'],
  ] as const) {
    const response = await fetch(`${mirror.url}/data/${path}`)
    assert.deepEqual([response.status, response.headers.get('cache-control')], [200, cache])
    await response.arrayBuffer()
    const etag = response.headers.get('etag') ?? ''
    const conditional = await fetch(`${mirror.url}/data/${path}`, { headers: { 'If-None-Match': etag } })
    assert.equal(conditional.status, 304)
  }
  for (const path of ['state.json', '..%2fstate.json', 'files/x.gz', 'releases/..', 'files/%2e%2e/%2e%2e/state.json'])
    assert.equal((await fetch(`${mirror.url}/data/${path}`)).status, 404, path)
  // Only a service with DATA_MIRROR serves it.
  assert.equal((await fetch(`${second.url}/data/channel.json`)).status, 404)
})
