/** `kill -9` and a full disk while a release is installed, with the command as a process. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bank } from '../support/data/small-data.ts'
import {
  createFollower,
  createPublisher,
  hashFolder,
  leftOver,
  releaseData,
  startChannelServer,
} from '../support/services/data-channel.ts'
import { runCommand, startProgram } from '../support/services/processes.ts'

async function followChannel(t: TestContext, second = releaseData(2)) {
  const publisher = createPublisher(t)
  publisher.publish(releaseData(1))
  const server = await startChannelServer(t, publisher.out)
  const follower = createFollower(t, { url: server.url, keys: [publisher.keys] })
  await follower.update()
  publisher.publish(second)
  const settings = {
    DATA_CHANNEL: server.url,
    DATA_CHANNEL_KEY: publisher.keys.publicLine,
    DATA_CHANNEL_DIR: follower.folder.path,
  }
  return { publisher, follower, settings }
}

const hook = fileURLToPath(new URL('../support/services/kill-during-install.ts', import.meta.url))

/** Enough to reach each kind of step: contents, data files, manifest, the move into place, the mirror, the state, the pruning. */
const steps = [1, 2, 3, 5, 9, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26]

test('kill -9 at any step of an installation: the old or the new release is served whole, and the next check succeeds', async (t) => {
  let finished = 0
  const install = async (step: number): Promise<void> => {
    const { publisher, follower, settings } = await followChannel(t)
    const before = follower.served()
    const env = { ...settings, KILL_STEP: String(step), KILL_FOLDER: follower.folder.path }
    const script = ['--import', hook, 'src/bin/bank-lookup.js', 'data', 'pull']
    const { ended, stderr } = startProgram(t, env, { script })
    if ((await ended) === 0) finished++
    assert.equal(stderr(), '')
    const after = follower.served()
    const isNew = JSON.stringify(after) !== JSON.stringify(before)
    if (isNew) assert.equal(after['banks/aa.jsonl'], published(publisher.out)['banks/aa.jsonl'])
    assert.ok(['installed', 'unchanged'].includes(await follower.update()))
    assert.deepEqual(follower.served(), published(publisher.out))
    publisher.publish(releaseData(3))
    assert.equal(await follower.update(), 'installed')
    // Parts of files are deleted when they are a day old.
    assert.deepEqual(
      leftOver(follower.folder).filter((path) => !path.endsWith('.new')),
      [],
    )
  }
  for (let at = 0; at < steps.length; at += 4) await Promise.all(steps.slice(at, at + 4).map(install))
  assert.ok(finished < steps.length / 2, `${finished} processes were not killed`)
})

/** The hashes of the newest release, as its manifest has them. */
function published(out: string): Record<string, string> {
  const [newest] = JSON.parse(readFileSync(join(out, 'channel.json'), 'utf8')).releases
  const { files } = JSON.parse(readFileSync(join(out, `releases/${newest.revision}.json`), 'utf8'))
  return Object.fromEntries(files.map(({ path, sha256 }: Record<string, string>) => [path, sha256]))
}

test('a full disk: the command says so in one sentence, and the release is installed once there is space', async (t) => {
  const second = releaseData(2)
  second.banks.bb?.push(...Array.from({ length: 300 }, (_, at) => bank(`bb-z-${1000 + at}`)))
  const { publisher, follower, settings } = await followChannel(t, second)
  const before = [follower.served(), follower.folder.readState()?.current]
  // No file may grow beyond 8 KiB.
  const within = ['sh', '-c', `trap '' XFSZ; ulimit -S -f 16; exec "$@"`, 'sh']
  const script = ['src/bin/bank-lookup.js', 'data', 'pull']
  const { ended, stderr } = startProgram(t, settings, { script, within })
  assert.equal(await ended, 1)
  assert.match(stderr(), /^[^\n]*The folder of the channel cannot be written or read \((?:EFBIG|ENOSPC)[^\n]*\)\.\n$/)
  assert.deepEqual([follower.served(), follower.folder.readState()?.current], before)
  assert.deepEqual(readdirSync(join(follower.folder.path, 'releases')).length, 1)
  const { code, stdout } = await runCommand(settings, 'data', 'pull')
  assert.equal(code, 0)
  assert.match(stdout, /^Installed release 2, revision /)
  assert.deepEqual(hashFolder(follower.folder.currentData()), published(publisher.out))
})
