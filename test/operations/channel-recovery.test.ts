/** Installed releases that must not be served any more: damaged on the disk, or signed with a key that was removed. */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeFolder } from '../support/data/small-data.ts'
import { createKeys, createPublisher, releaseData, startChannelServer } from '../support/services/data-channel.ts'
import { nameOf, settingsOf, startFollowing } from '../support/services/following-service.ts'
import { runCommand, temporaryFolder } from '../support/services/processes.ts'

/** A follower with two releases, which is stopped. */
async function followTwoReleases(t: TestContext) {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startChannelServer(t, publisher.out)
  const settings = settingsOf(t, server.url, publisher.keys.publicLine)
  assert.equal((await runCommand(settings, 'data', 'pull')).code, 0)
  publisher.publish(releaseData(2))
  const { stdout } = await runCommand(settings, 'data', 'pull')
  assert.match(stdout, /^Installed release 2, /)
  const folderOf = (sequence: number): string => {
    const [name] = globSync(`releases/${sequence}-*/data`, { cwd: settings.DATA_CHANNEL_DIR })
    return join(settings.DATA_CHANNEL_DIR, name ?? assert.fail())
  }
  return { publisher, server, settings, folderOf }
}

test('a release that was damaged on the disk is replaced by the one before, and downloaded again', async (t) => {
  const { settings, folderOf } = await followTwoReleases(t)
  appendFileSync(join(folderOf(2), 'banks/aa.jsonl'), 'garbage\n')
  const { serves, stderr, channel } = await startFollowing(t, { ...settings, DATA_CHANNEL_INTERVAL: '1s' })
  assert.match(stderr(), /so the release before is served: banks\/aa\.jsonl: was changed or deleted /)
  await serves(nameOf(2))
  assert.equal((await channel()).sequence, 2)
  const status = await runCommand(settings, 'data', 'status', '--verify')
  assert.deepEqual([status.code, /Rejected/.test(status.stdout)], [0, false])
})

test('data rollback leaves a damaged release alone', async (t) => {
  const { settings, folderOf } = await followTwoReleases(t)
  appendFileSync(join(folderOf(1), 'countries.json'), ' ')
  const { code, stderr } = await runCommand(settings, 'data', 'rollback')
  assert.deepEqual(
    [code, stderr],
    [1, 'bank-lookup: The files of release 1 are damaged; data status --verify lists them.\n'],
  )
  const { stdout } = await runCommand(settings, 'data', 'status', '--json')
  assert.equal(JSON.parse(stdout).sequence, 2)
})

test('after a key was removed, what only this key signed is not served, even if the channel is unchanged', async (t) => {
  const { publisher, settings } = await followTwoReleases(t)
  const next = createKeys(t)
  const changed = { ...settings, DATA_CHANNEL_KEY: next.publicLine }
  const { serves, stderr } = await startFollowing(t, changed)
  assert.match(stderr(), /so DATA_DIR is served for now: channel\.json is not signed with a trusted key/)
  await serves('A Bank')
  const pull = await runCommand(changed, 'data', 'pull')
  assert.deepEqual([pull.code, /is not signed with a trusted key/.test(pull.stderr)], [1, true])
  const folder = writeFolder(t, releaseData(3))
  const release = ['data', 'release', '--key', next.privateFile, '--out', publisher.out]
  assert.equal((await runCommand({ DATA_DIR: folder }, ...release)).code, 0)
  await serves(nameOf(3))
})

test('data release does not sign data that followers would reject', async (t) => {
  const { publisher } = await followTwoReleases(t)
  const shrunken = releaseData(3)
  shrunken.banks.bb = shrunken.banks.bb?.slice(0, 2) ?? []
  const settings = { DATA_DIR: writeFolder(t, shrunken) }
  const release = ['data', 'release', '--key', publisher.keys.privateFile, '--out', publisher.out]
  const { code, stderr } = await runCommand(settings, ...release)
  assert.deepEqual([code, /BB \(BB\) has 2 open banks instead of 13/.test(stderr)], [1, true])
  const accepted = await runCommand(settings, ...release, '--accept-losses', '--json')
  assert.equal(JSON.parse(accepted.stdout).sequence, 3)
})

test('a release with facts under restrictive terms has these terms', async (t) => {
  const data = releaseData(1)
  Object.assign(data.sources[0] as object, { redistribution: 'restricted', licence: 'Not for sale.' })
  const [folder, out, keys] = [writeFolder(t, data), join(temporaryFolder(t), 'channel'), createKeys(t)]
  const release = ['data', 'release', '--key', keys.privateFile, '--out', out, '--with', 'restricted,unclear']
  const { code, stdout } = await runCommand({ DATA_DIR: folder }, ...release)
  assert.deepEqual([code, /Not for sale\./.test(stdout)], [0, true])
  const server = await startChannelServer(t, out)
  const got = await runCommand({}, 'data', 'get', server.url, '--key', keys.publicFile, '--out', `${out}-got`)
  assert.ok(existsSync(join(got.stdout.trim(), 'TERMS.md')))
})
