/** What operators see of a data channel: an old signature, conflicts, rejected releases, and the commands. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bank } from '../support/data/small-data.ts'
import { figureOf, readExposition } from '../support/exposition.ts'
import { findPrograms, testWith } from '../support/programs.ts'
import {
  createKeys,
  createPublisher,
  newestRevision,
  releaseData,
  startChannelServer,
} from '../support/services/data-channel.ts'
import { nameOf, settingsOf, startFollowing, waitForChecks } from '../support/services/following-service.ts'
import { freePort } from '../support/services/ports.ts'
import { runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'
import { startStaticServer } from '../support/services/static-server.ts'
import { waitUntil } from '../support/wait-until.ts'

const withNginx = testWith('nginx')

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
      stale: false,
    })
    publisher.publish(releaseData(1))
    await startStaticServer(t, nginx, publisher.out, port)
    await serves(nameOf(1))
  },
)

test('a damaged state: every process serves what it served, the log says what to do, and it recovers', async (t) => {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startChannelServer(t, publisher.out)
  const settings = settingsOf(t, server.url, publisher.keys.publicLine, { WORKERS: '2' })
  const { serves, logged, channel, child } = await startFollowing(t, settings)
  const state = join(settings.DATA_CHANNEL_DIR, 'state.json')
  const intact = readFileSync(state)
  writeFileSync(state, '{')
  await logged(/state\.json cannot be read .*; delete .* to install the channel again\..*could not be followed/)
  child.kill('SIGHUP')
  await logged(/the data is unchanged/)
  await serves(nameOf(1))
  await waitUntil('the channel counts as out of date', async () => (await channel()).stale === true)
  writeFileSync(state, intact)
  publisher.publish(releaseData(2))
  await serves(nameOf(2))
})

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
  assert.match(wrong.stderr, /^bank-lookup: channel\.json is not signed with a trusted key/)

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
  const revision = newestRevision(publisher.out)
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
