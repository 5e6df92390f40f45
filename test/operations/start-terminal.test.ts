/** The start as a person sees it at a terminal, and what a missing store changes. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { checkProgram, testWith } from '../support/programs.ts'
import { freePort } from '../support/services/ports.ts'
import {
  childrenOf,
  create,
  greeting,
  runCommand,
  type Started,
  startListening,
  startProgram,
  temporaryFolder,
} from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const testAtTerminal = testWith('proc', 'script')

/** Waits for a text on the terminal. Standard output and standard error are the same there. */
async function untilShown({ stdout }: Started, text: string | RegExp): Promise<string> {
  const screen = (): string => stdout().replaceAll('\r\n', '\n')
  await waitUntil(`"${text}" is shown`, () =>
    typeof text === 'string' ? screen().includes(text) : text.test(screen()),
  )
  return screen()
}

function startAtTerminal(t: TestContext, settings: Record<string, string>): Started {
  // The service ignores the hangup of its terminal, so stop it by its own process id, before `startProgram` kills
  // `script`. Hooks run in the order in which they are added.
  t.after(async () => {
    if (started.child.exitCode !== null) return
    for (const pid of childrenOf(started.child.pid as number)) process.kill(pid, 'SIGTERM')
    await started.ended
  })
  const data = writeFolder(t, small())
  // `script` copies the output at the pseudo-terminal to its own.
  const within = ['sh', '-c', 'exec "$0" -qfec "exec $*" /dev/null', checkProgram('script').path]
  const started = startProgram(t, { DATA_DIR: data, ...settings }, { within })
  return started
}

const blockedStore = (t: TestContext): { blocking: string; settings: Record<string, string> } => {
  const blocking = join(temporaryFolder(t), 'var')
  writeFileSync(blocking, 'in the way')
  return { blocking, settings: { DATABASE_URL: `sqlite:${blocking}/store.sqlite` } }
}

for (const workers of [1, 2]) {
  testAtTerminal(
    `at a terminal, the message comes before any log line of any process, with WORKERS=${workers}`,
    async (t) => {
      const folder = join(temporaryFolder(t), 'new')
      const started = startAtTerminal(t, {
        DATABASE_URL: `sqlite:${folder}/deep/store.sqlite`,
        ADMIN_PORT: '0',
        WORKERS: String(workers),
        // Without Redis, each process logs a warning as soon as it accepts connections.
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      })
      await untilShown(started, new RegExp(`(shared rate limits are unavailable.*){${workers}}`, 's'))
      const screen = await untilShown(started, 'on the admin port')
      const [before = '', after = ''] = screen.split('/index.php\n')
      assert.match(before, /^Reading the data \.\.\.\n\nBank Lookup Service 1\.0 at http:\/\/127\.0\.0\.1:\d+\n/)
      assert.match(before, /\n[\d,]+ open banks in \d+ countries\. Data revision \S+\.\n/)
      assert.match(before, /\nExplorer: +http:\S+\/\nDocumentation: +http:\S+\/docs\/1\.0\/\n/)
      assert.ok(before.includes(`\nCreated the folder ${folder} for keys and records.\n`))
      assert.match(before, /\nYour demo key, shown only once: blk_demo_\w+\n/)
      assert.doesNotMatch(before, /^\{/m)
      assert.match(after, /^\{.*"serving metrics on the admin port"/m)
      assert.doesNotMatch(screen, /listening at/)
    },
  )
}

testAtTerminal(
  'at a terminal, the message says why keys do not work, without a stack trace, and a demo key follows later',
  async (t) => {
    const { blocking, settings } = blockedStore(t)
    const started = startAtTerminal(t, settings)
    const screen = await untilShown(started, 'Lookups work.')
    assert.ok(
      screen.includes(
        `\nKeys and records are off: a part of the path ${blocking} is a file, not a folder; set DATABASE_URL to another file`,
      ),
    )
    const url = /at (http:\S+)/.exec(screen)?.[1] ?? assert.fail(screen)
    assert.equal((await fetch(`${url}/v1/supported-countries/`)).status, 200)
    rmSync(blocking)
    const later = await untilShown(started, /Your demo key.*\nTry: .*\n/)
    assert.match(later, /\nKeys and records work now\.\n/)
    assert.doesNotMatch(later, /^\{|^ +at /m)
    assert.equal((await create(url, /blk_demo_\w+/.exec(later)?.[0] ?? '')).status, 200)
  },
)

testAtTerminal('at a terminal, the first line is printed before the data is read', async (t) => {
  const started = startAtTerminal(t, { DATA_DIR: join(temporaryFolder(t), 'missing') })
  assert.equal(await started.ended, 1)
  assert.match(started.stdout(), /^Reading the data \.\.\.\r\nbank-lookup cannot start: /)
})

test('in a pipe, the message and the log are separate, and both report the store', async (t) => {
  const { blocking, settings } = blockedStore(t)
  const started = startProgram(t, { DATA_DIR: writeFolder(t, small()), ...settings })
  const text = await greeting(started)
  assert.match(text, /^\nBank Lookup Service 1\.0 at /)
  assert.match(text, /\nKeys and records are off: a part of the path .* is a file, not a folder; .*\nLookups work\./)
  assert.match(started.stderr(), /"msg":"the store is unavailable"/)
  assert.match(started.stderr(), /"msg":"listening at http/)
  rmSync(blocking)
  await waitUntil('the store is available', () => started.stderr().includes('"msg":"the store is available again"'))
  assert.equal(started.stdout(), text)
})

test('if PostgreSQL is down, the message and the command line say so, and show no password', async (t) => {
  const port = await freePort()
  const settings = { DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/banks` }
  const reason = `PostgreSQL at 127.0.0.1:${port} does not accept connections; start it, or correct DATABASE_URL.`
  const started = await startListening(t, { DATA_DIR: writeFolder(t, small()), ...settings })
  assert.ok(started.stdout().includes(`\nKeys and records are off: ${reason}\n`))
  const { code, stderr } = await runCommand(settings, 'keys', 'list')
  assert.deepEqual([code, stderr], [1, `bank-lookup: ${reason}\n`])
  assert.doesNotMatch(started.stdout() + started.stderr(), /secret/)
})

test('the command line says why the embedded store cannot be used, and which folder it created', async (t) => {
  const { blocking, settings } = blockedStore(t)
  const failed = await runCommand(settings, 'keys', 'list')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^bank-lookup: a part of the path .* is a file, not a folder; set DATABASE_URL .*\n$/)
  const notDatabase = await runCommand({ DATABASE_URL: `sqlite:${blocking}` }, 'keys', 'list')
  assert.equal(notDatabase.code, 1)
  assert.match(notDatabase.stderr, /^bank-lookup: \S+ is not a SQLite database; move it away, or set DATABASE_URL/)
  rmSync(blocking)
  const listed = await runCommand(settings, 'keys', 'list')
  assert.deepEqual([listed.code, listed.stderr], [0, `Created the folder ${blocking}.\n`])
})
