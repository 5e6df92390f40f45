import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { memoryVariables, nodeOptions } from '../../src/bin/launch.ts'
import { runCurl } from '../support/curl.ts'
import { bank, code, small, writeFolder } from '../support/data/small-data.ts'
import { greeting, root, type Started, startProgram, temporaryFolder } from '../support/services/processes.ts'
import { startRedis } from '../support/services/redis.ts'

/** Starts the service with its own store. */
const start = (t: TestContext, settings: Record<string, string>, script?: string[]): Started =>
  startProgram(
    t,
    { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, ...settings },
    script && { script },
  )

test('npm start runs the same entry point as these tests, with the memory settings of the command line', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const variables = Object.entries(memoryVariables).map(([name, value]) => `${name}=${value}`)
  assert.equal(scripts.start, [...variables, 'exec node', ...nodeOptions, 'src/bin/start.js'].join(' '))
})

test('the service prints its address and its data, the printed curl command works, and SIGTERM ends it cleanly', async (t) => {
  const started = start(t, {})
  const text = await greeting(started)
  assert.match(text, /Bank Lookup Service 1\.0 at http:\/\/127\.0\.0\.1:\d+\n/)
  assert.match(text, /\d\d,\d{3} open banks in 144 countries\. Data revision \d{4}-\d\d-\d\d\.\w{8}\.\n/)
  const links = text.match(/^(?:Explorer|Documentation): +(\S+)$/gm) ?? []
  assert.equal(links.length, 2)
  for (const link of links) assert.equal((await fetch(link.split(/ +/)[1] ?? '')).status, 200, link)
  const answer = await runCurl(/curl .+/.exec(text)?.[0] ?? '')
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /"name":"GTBank".*?"code":"058"/)
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
  for (const line of started.stderr().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
})

test('with an invalid setting, the service prints one sentence and does not start', async (t) => {
  const { ended, stderr } = start(t, { PORT: 'http' })
  assert.equal(await ended, 1)
  assert.equal(
    stderr(),
    'bank-lookup cannot start: PORT is "http"; use a number from 0 to 65535 (0 for any free port).\n',
  )
})

/** Starts the service with each of its ports in use. */
async function startOnUsedPorts(t: TestContext, more: Record<string, string> = {}): Promise<void> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.after(() => holder.close())
  const { port } = holder.address() as { port: number }
  for (const name of ['PORT', 'ADMIN_PORT']) {
    const { ended, stderr } = start(t, { [name]: String(port), DATA_DIR: writeFolder(t, small()), ...more })
    assert.equal(await ended, 1)
    assert.match(stderr(), /cannot start: .*EADDRINUSE.* set PORT or ADMIN_PORT to another one\.\n$/)
  }
}

test('if a port is in use, the service does not start, and says what to do', (t) => startOnUsedPorts(t))

test('a service that cannot start ends, even if it is connected to Redis', async (t) => {
  const redis = await startRedis(t)
  if (redis) await startOnUsedPorts(t, { REDIS_URL: redis.url })
})

test('with invalid data, the service does not start, and prints file, line and reason', async (t) => {
  const data = small()
  data.banks.aa = [bank('aa-first'), bank('aa-second', { codes: [code('44')] })]
  const { ended, stderr } = start(t, { DATA_DIR: writeFolder(t, data) })
  assert.equal(await ended, 1)
  assert.match(stderr(), /^bank-lookup cannot start: banks\/aa\.jsonl:2: aa-second: .*"44" does not match/)
})

test('on an old Node, the service does not start, and says what to do', async (t) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.11.1' }); import('./src/bin/start.js')`
  const { ended, stderr } = start(t, {}, ['--eval', pretend])
  assert.equal(await ended, 1)
  assert.match(stderr(), /requires Node 24 or later; this is Node 20\.11\.1\.\n.*npm ci/)
})
