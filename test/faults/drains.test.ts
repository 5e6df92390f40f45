/**
 * SIGTERM while clients on keep-alive connections keep sending. A request is lost if it was sent before the end of
 * the grace period and got no response. A refused connection loses no request.
 */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { small, writeFolder } from '../support/data/small-data.ts'
import { isLong, often } from '../support/repetitions.ts'
import { type Started, startListening, temporaryFolder } from '../support/services/processes.ts'
import { type ProxyName, startProxy } from '../support/services/proxies.ts'
import { waitUntil } from '../support/wait-until.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const rounds = often(1, 20)
const callers = often(8, 64)
/**
 * The longest pause between two requests of a client. Each round uses the next one. In a short run there is always a pause,
 * because clients without one only fill the CPU: what matters is that a request is in progress at each step of the shutdown.
 */
const pausesMs = isLong ? [0, 20, 200] : [40]
const workerCounts = isLong ? [1, 4] : [1, 2]
const graceSeconds = often(1, 2)

interface Callers {
  answered(): number
  failures: { how: string; sentMs: number }[]
  /** Resolves when each client has been refused a connection. */
  refused: Promise<void>
  stop(): Promise<void>
}

/** Lookups by GET, and by POST, which a proxy does not retry. */
const lookups = [
  { method: 'GET', path: '/v1/banks?country=aa', body: '' },
  { method: 'POST', path: '/v1/banks', body: '{"country":"aa"}' },
]

function startCallers(port: number, pauseMs: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const failures: Callers['failures'] = []
  let answered = 0
  let isOver = false
  /** Resolves to whether the connection was refused. */
  const send = ({ body, ...options }: (typeof lookups)[0]): Promise<boolean> =>
    new Promise((resolve) => {
      let sentMs = Date.now()
      const lose = (how: string): void => void failures.push({ how, sentMs })
      const headers = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length }
      const sent = request({ agent, host: '127.0.0.1', port, headers, ...options }, async (answer) => {
        await answer.toArray().catch((error) => lose(`half a response (${error.code})`))
        if (answer.statusCode === 200) answered++
        else lose(`status ${answer.statusCode}`)
        resolve(false)
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const isRefused = error.code === 'ECONNREFUSED'
        if (!isRefused) lose(`${error.code} on a ${sent.reusedSocket ? 'kept' : 'new'} connection`)
        resolve(isRefused)
      })
      // On a new connection the request is sent once the connection is there, which a busy machine can delay.
      sent.once('socket', (socket) => {
        if (!socket.connecting) return
        sentMs = Number.POSITIVE_INFINITY
        socket.once('connect', () => {
          sentMs = Date.now()
        })
      })
      sent.end(body)
    })
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let number = caller; !isOver; number++) {
      if (await send(lookups[number % lookups.length] as (typeof lookups)[0])) return
      if (pauseMs > 0) await setTimeout(Math.random() * pauseMs)
    }
  }
  const calling = Promise.all(Array.from({ length: callers }, call)).then(() => agent.destroy())
  return {
    answered: () => answered,
    failures,
    refused: calling,
    stop: () => {
      isOver = true
      return calling
    },
  }
}

const start = (t: Pick<TestContext, 'after'>, workers: number): Promise<Started & { url: string }> =>
  startListening(t, {
    WORKERS: String(workers),
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`,
    RATE_LIMIT: 'off',
    SHUTDOWN_GRACE: String(graceSeconds),
  })

let other: ReturnType<typeof start> | undefined

/** The second service behind a proxy, which is never stopped. */
const startOther = (): ReturnType<typeof start> => {
  other ??= start(wholeProcess, 1)
  return other
}

/** The failures of requests that were sent before the first process ended its grace period. */
function lostRequests({ failures }: Callers, { stderr }: Started): string[] {
  const ends = [...stderr().matchAll(/"time":(\d+),.*the grace period is over/g)].map(([, time]) => Number(time))
  assert.ok(ends.length > 0)
  return failures.filter(({ sentMs }) => sentMs < Math.min(...ends)).map(({ how }) => how)
}

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

const more = (calls: Callers, count: number): Promise<void> => {
  const wanted = calls.answered() + count
  return waitUntil(`${count} more responses`, () => calls.answered() >= wanted || calls.failures.length > 0)
}

for (const workers of workerCounts) {
  test(`a service of ${workers} loses no request when it gets SIGTERM`, async (t) => {
    let responses = 0
    for (let round = 0; round < rounds; round++) {
      const service = await start(t, workers)
      const calls = startCallers(portOf(service), pausesMs[round % pausesMs.length] as number)
      await more(calls, often(100, 200))
      service.child.kill('SIGTERM')
      await calls.refused
      assert.equal(await service.ended, 0)
      assert.deepEqual(lostRequests(calls, service), [], `round ${round}`)
      responses += calls.answered()
    }
    t.diagnostic(`${rounds} rounds, ${responses.toLocaleString('en')} requests served, 0 lost`)
  })

  for (const proxy of ['nginx', 'haproxy'] as ProxyName[]) {
    test(`behind ${proxy}, one of two services of ${workers} loses no request when it gets SIGTERM`, async (t) => {
      let responses = 0
      for (let round = 0; round < rounds; round++) {
        const [service, other] = await Promise.all([start(t, workers), startOther()])
        const port = await startProxy(t, proxy, [portOf(service), portOf(other)])
        if (port === undefined) return
        const calls = startCallers(port, pausesMs[round % pausesMs.length] as number)
        await more(calls, often(100, 200))
        service.child.kill('SIGTERM')
        assert.equal(await service.ended, 0)
        await more(calls, 50)
        await calls.stop()
        assert.deepEqual(lostRequests(calls, service), [], `round ${round}`)
        responses += calls.answered()
      }
      t.diagnostic(`${rounds} rounds, ${responses.toLocaleString('en')} requests served, 0 lost`)
    })
  }
}

test('during the grace period the service accepts new connections, sends Connection: close, and is not ready', async (t) => {
  const service = await start(t, 1)
  service.child.kill('SIGTERM')
  await waitUntil('the shutdown is logged', () => /still listening during the grace period/.test(service.stderr()))
  const list = await fetch(`${service.url}/v1/banks?country=aa`)
  assert.equal(list.status, 200)
  assert.equal(list.headers.get('connection'), 'close')
  const readiness = await fetch(`${service.url}/readyz`)
  assert.equal(readiness.status, 503)
  assert.deepEqual(await readiness.json(), { status: 'closing' })
  assert.equal(await service.ended, 0)
})
