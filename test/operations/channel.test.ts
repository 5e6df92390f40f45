/** Services that follow a data channel from nginx: releases, keys, a mirror, and what an operator sees. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { bank, type Small, small, writeFolder } from '../support/data/small-data.ts'
import { figureOf, readExposition } from '../support/exposition.ts'
import { findPrograms, testWith } from '../support/programs.ts'
import {
  createFollower,
  createKeys,
  createPublisher,
  type Publisher,
  readChannelIn,
  releaseData,
  startChannelServer,
} from '../support/services/data-channel.ts'
import { freePort } from '../support/services/ports.ts'
import { runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'
import { type StaticServer, startStaticServer } from '../support/services/static-server.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Settings of a service that asks for a new release each second. */
function settingsOf(t: TestContext, url: string, keys: string, more: Record<string, string> = {}) {
  const folder = temporaryFolder(t)
  return {
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DATA_CHANNEL: url,
    DATA_CHANNEL_KEY: keys,
    DATA_CHANNEL_DIR: join(folder, 'followed'),
    DATA_CHANNEL_INTERVAL: '1s',
    RATE_LIMIT: 'off',
    ...more,
  }
}

async function startFollowing(t: TestContext, settings: ReturnType<typeof settingsOf>) {
  const started = await startListening(t, settings)
  const json = async (path: string) => (await (await fetch(`${started.url}${path}`)).json()) as Record<string, unknown>
  return {
    ...started,
    json,
    /** Waits until several requests in a row, each on a connection of its own, get the data of this release. */
    serves: (release: string) =>
      waitUntil(
        () => `${release} is served: ${started.stderr()}`,
        async () => {
          for (let request = 0; request < 8; request++) {
            const response = await fetch(`${started.url}/v1/banks/aa-first`, { headers: { Connection: 'close' } })
            if (((await response.json()) as { name: string }).name !== release) return false
          }
          return true
        },
      ),
    channel: async () => (await json('/readyz')).channel as Record<string, unknown>,
    logged: (pattern: RegExp) =>
      waitUntil(
        () => `the log has ${pattern}: ${started.stderr()}`,
        () => pattern.test(started.stderr()),
      ),
  }
}

const nameOf = (release: number): string => `Bank of release ${release}`

/** Waits until the follower has asked again twice after what happened before. */
async function waitForChecks(server: StaticServer): Promise<void> {
  const checks = () => server.requests().filter(({ path }) => path === '/channel.json').length
  const before = checks()
  await waitUntil('two more checks', () => checks() >= before + 2)
}

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
    const [{ revision }] = readChannelIn(publisher.out).releases as [{ revision: string }]
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
  const { prepareRelease } = await import('../../src/releases/channel-update.ts')
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
  const { writeRelease } = await import('../../src/releases/channel-writer.ts')
  writeRelease(publisher.out, { dataFolder: folder, without: [] }, next.privateKey, new Date())
  await waitUntil('the release is installed', async () => (await both.channel()).sequence === 2)
  await onlyOld.logged(
    /channel\.json is not signed with a key in DATA_CHANNEL_KEY.*"the data channel could not be followed"/,
  )
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
  const [{ revision }] = readChannelIn(publisher.out).releases as [{ revision: string }]
  for (const [path, cache] of [
    ['channel.json', 'public, no-cache'],
    [`releases/${revision}.json`, 'public, no-cache'],
    [`files/${sha256Of(publisher)}.gz`, 'public, max-age=31536000, immutable'],
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

/** The hash of one file of the newest release. */
function sha256Of({ out }: Publisher): string {
  const [{ revision }] = readChannelIn(out).releases as [{ revision: string }]
  return JSON.parse(readFileSync(join(out, `releases/${revision}.json`), 'utf8')).files[0].sha256
}

withNginx(
  'a channel that was not signed for too long is reported in the log, /readyz and the metrics',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    publisher.publish(releaseData(1))
    const signedAt = new Date(Date.now() - 8 * 86_400_000)
    publisher.touch(signedAt)
    const server = await startStaticServer(t, nginx, publisher.out)
    const adminPort = await freePort()
    const more = { DATA_CHANNEL_MAX_AGE: '7d', ADMIN_PORT: String(adminPort) }
    const { channel, logged } = await startFollowing(t, settingsOf(t, server.url, publisher.keys.publicLine, more))
    await logged(
      /"maxAgeDays":7,"msg":"the data channel is out of date: its publisher has not signed it for longer than/,
    )
    assert.equal((await channel()).stale, true)
    const metrics = async () => readExposition(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
    const families = await metrics()
    assert.equal(figureOf(families, 'bank_lookup_channel_published_timestamp_seconds', {}), signedAt.getTime() / 1000)
    assert.equal(figureOf(families, 'bank_lookup_channel_sequence', {}), 1)
    assert.ok(
      Number(figureOf(families, 'bank_lookup_channel_checked_timestamp_seconds', {})) > signedAt.getTime() / 1000,
    )
    publisher.touch()
    await waitUntil('the channel is up to date', async () => !(await channel()).stale)
    await server.stop()
    await waitUntil('failed checks are counted', async () => {
      const failed = figureOf(await metrics(), 'bank_lookup_channel_checks_total', { outcome: 'failed' })
      return Number(failed) > 0
    })
    await logged(/channel\.json cannot be downloaded \(ECONNREFUSED\).*"the data channel could not be followed"/)
  },
)

withNginx('the overlay stays on top of a release, and banks that both change are logged', async (t, { nginx }) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startStaticServer(t, nginx, publisher.out)
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  writeFileSync(join(overlay, 'banks/aa.jsonl'), `${JSON.stringify(bank('aa-first', { name: 'Our Own Name' }))}\n`)
  const { serves, logged, channel } = await startFollowing(
    t,
    settingsOf(t, server.url, publisher.keys.publicLine, { OVERLAY_DIR: overlay }),
  )
  await serves('Our Own Name')
  publisher.publish(releaseData(2))
  await logged(/"banks":\["aa-first"\],"count":1,"msg":"the release changes banks that OVERLAY_DIR also changes/)
  assert.equal((await channel()).sequence, 2)
  await serves('Our Own Name')
})

withNginx(
  'a release that is invalid or has lost many banks is rejected, and the log says why',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    publisher.publish(releaseData(1))
    const server = await startStaticServer(t, nginx, publisher.out)
    const settings = settingsOf(t, server.url, publisher.keys.publicLine)
    const { serves, logged, channel } = await startFollowing(t, settings)
    const shrunken = releaseData(2)
    shrunken.banks.bb = shrunken.banks.bb?.slice(0, 2) ?? []
    publisher.publish(shrunken)
    await logged(/BB \(BB\) has 2 open banks instead of 13; .*"the data channel could not be followed"/)
    await waitForChecks(server)
    assert.equal((await channel()).sequence, 1)
    const status = await runCommand(settings, 'data', 'status')
    assert.match(status.stdout, /^Rejected: release 2, because BB \(BB\) has 2 open banks instead of 13/m)
    const pull = await runCommand(settings, 'data', 'pull')
    assert.deepEqual([pull.code, pull.stdout.slice(0, 31)], [1, 'Release 2 was rejected before: '])
    const accepted = await runCommand(settings, 'data', 'pull', '--accept-losses')
    assert.match(accepted.stdout, /^Installed release 2, /)
    await serves(nameOf(2))
  },
)

withNginx(
  'with an unreachable channel the service starts with DATA_DIR, and follows the channel later',
  async (t, { nginx }) => {
    const publisher = createPublisher(t)
    const port = await freePort()
    const settings = settingsOf(t, `http://127.0.0.1:${port}/channel.json`, publisher.keys.publicLine)
    const { serves, stderr, channel } = await startFollowing(t, settings)
    assert.match(
      stderr(),
      /^No release of the data channel is installed, so DATA_DIR is served for now: .*ECONNREFUSED/m,
    )
    await serves('A Bank')
    assert.deepEqual(await channel(), {
      sequence: null,
      revision: null,
      published_at: null,
      checked_at: null,
      stale: true,
    })
    publisher.publish(releaseData(1))
    await startStaticServer(t, nginx, publisher.out, port)
    await serves(nameOf(1))
  },
)

test('without DATA_CHANNEL nothing is contacted, and /readyz has no channel', async (t) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startChannelServer(t, publisher.out)
  const { DATA_DIR, DATABASE_URL } = settingsOf(t, server.url, '')
  const { url } = await startListening(t, { DATA_DIR, DATABASE_URL, RATE_LIMIT: 'off' })
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { channel: unknown }
  assert.equal(ready.channel, null)
  assert.equal((await fetch(`${url}/data/channel.json`)).status, 404)
  assert.deepEqual(server.requested(), [])
})

test('data get prints a folder for DATA_DIR, and data status --verify finds a changed file', async (t) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startChannelServer(t, publisher.out)
  const out = join(temporaryFolder(t), 'got')
  const get = ['data', 'get', server.url, '--key', publisher.keys.publicFile, '--out', out]
  const { code, stdout } = await runCommand({}, ...get)
  assert.deepEqual([code, stdout.startsWith(out), stdout.endsWith('/data\n')], [0, true, true])
  const { url } = await startListening(t, {
    DATA_DIR: stdout.trim(),
    DATABASE_URL: `sqlite:${join(out, 'store.sqlite')}`,
  })
  assert.match(await (await fetch(`${url}/v1/banks/aa-first`)).text(), /Bank of release 1/)
  server.requested()
  assert.equal((await runCommand({}, ...get)).stdout, stdout)
  assert.deepEqual(server.requested(), ['channel.json'])
  const wrong = await runCommand({}, 'data', 'get', server.url, '--key', createKeys(t).publicFile, '--out', `${out}2`)
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /^bank-lookup: channel\.json is not signed with a key in DATA_CHANNEL_KEY/)

  const settings = { DATA_CHANNEL: server.url, DATA_CHANNEL_KEY: publisher.keys.publicLine, DATA_CHANNEL_DIR: out }
  const intact = await runCommand(settings, 'data', 'status', '--verify')
  assert.equal(intact.code, 0)
  appendFileSync(join(stdout.trim(), 'countries.json'), ' ')
  rmSync(join(stdout.trim(), 'banks/bb.jsonl'))
  const changed = await runCommand(settings, 'data', 'status', '--verify', '--json')
  assert.equal(changed.code, 1)
  assert.deepEqual(JSON.parse(changed.stdout).releases[0].changed_files, ['banks/bb.jsonl', 'countries.json'])
})

test('the signatures can be verified with OpenSSL', (t) => {
  const programs = findPrograms(t, 'openssl')
  if (!programs) return
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const [{ revision }] = readChannelIn(publisher.out).releases as [{ revision: string }]
  const verify = (file: string, signature: string): string =>
    execFileSync(
      programs.openssl,
      [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        publisher.keys.publicFile,
        '-rawin',
        '-in',
        file,
        '-sigfile',
        signature,
      ],
      { cwd: publisher.out, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  for (const file of ['channel.json', `releases/${revision}.json`])
    assert.equal(verify(file, `${file}.sig`), 'Signature Verified Successfully\n')
  assert.throws(() => verify('channel.json', `releases/${revision}.json.sig`))
})
