/** The service under attack, connections to it, and a client with cheap lookups, for the attacks of all subjects. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Heap, openHeap } from '../../../test/support/services/watched-process.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { entry, type Measured, startProcess, threadsCpuMs, untilIdle } from '../../processes.ts'
import { getRequest } from '../requests.ts'

export interface Attack {
  name: string
  /** `address`: a client address that no other attack uses, so that each attack has the whole quota. */
  run(start: StartService, address: string): Promise<Result>
}

export interface Result {
  figures: string
  limit: string
  isOk: boolean
}

/** Attacks with the same settings, one after another, get the same service. */
export type StartService = (settings?: Record<string, string>) => Promise<AttackedService>

export interface Turn {
  cpuMs: number
  ownMs: number
  gcMs: number
}

export interface AttackedService extends Measured {
  settings: Record<string, string>
  heap: Heap
  /** CPU time of all threads so far, to the nanosecond. */
  exactCpuMs(): number
  /** The longest turn of the event loop since the last call; see `loop-watch.ts`. */
  longestTurn(): Promise<Turn>
}

const watch = fileURLToPath(new URL('../loop-watch.ts', import.meta.url))

/** What the timer of `loop-watch.ts` takes of each second on a busy machine. */
const watchCpuMs = 60

/** With the settings of `npm start`, unless `more` has others. */
export async function startAttacked(more: Record<string, string> = {}): Promise<AttackedService> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, ...more }
  let log = ''
  const service = await startProcess(entry, {
    options: ['--inspect=127.0.0.1:0', '--import', watch],
    settings,
    onLog: (text) => {
      log += text
    },
  })
  await untilIdle(service, watchCpuMs)
  const turns = (): string[] => log.split('\n').filter((line) => line.startsWith('{"stalled"') && line.endsWith('}}'))
  const heap = await openHeap(/ws:\S+/.exec(log)?.[0] as string)
  return {
    ...service,
    settings,
    heap,
    exactCpuMs: () => threadsCpuMs(service.pid),
    longestTurn: async () => {
      const before = turns().length
      process.kill(service.pid, 'SIGUSR2')
      await waitUntil('the service reports its longest turn', () => turns().length > before)
      return JSON.parse(turns().at(-1) as string).stalled
    },
    stop: async () => {
      heap.close()
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Sends the requests on one connection, all at once, reads everything, and resolves to the statuses of the responses. They are
 * fewer if the service closes the connection early.
 */
export function exchange(port: number, localAddress: string, requests: readonly Buffer[]): Promise<number[]> {
  return new Promise((resolve) => {
    const statuses: number[] = []
    let tail = ''
    const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1')
    socket.on('data', (received) => {
      const text = tail + received
      let end = 0
      for (const { 0: line, 1: status, index } of text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]{0,40}\r\n/g)) {
        statuses.push(Number(status))
        end = index + line.length
      }
      // The longest part of a status line that may be continued.
      tail = text.slice(Math.max(end, text.length - 60))
    })
    socket.setTimeout(60_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(statuses.slice(0, requests.length)))
    // The service closes the connection after the last request.
    socket.write(Buffer.concat([...requests, getRequest(port, '/healthz', ['Connection: close'])]))
  })
}

/** Sends `count` requests on a few connections, and resolves to how many responses had each status. */
export async function flood(
  port: number,
  address: string,
  count: number,
  makeRequest: (at: number) => Buffer,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const perWrite = 250
  let next = 0
  const sendSome = async (): Promise<void> => {
    while (next < count) {
      const requests = Array.from({ length: Math.min(perWrite, count - next) }, () => makeRequest(next++))
      const responses = await exchange(port, address, requests)
      for (const status of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendSome))
  return statuses
}

/** A cheap lookup every 20 ms on a keep-alive connection; `stop` returns the sorted latencies in milliseconds. */
export function startVictim(port: number): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.0.100' })
  const latencies: number[] = []
  let isStopped = false
  const work = (async () => {
    while (!isStopped) {
      const start = performance.now()
      const finished = Promise.withResolvers<void>()
      get({ port, host: '127.0.0.1', path: '/v1/banks?country=va', agent }, (response) => {
        response.resume().on('end', finished.resolve)
      }).on('error', finished.reject)
      await finished.promise
      latencies.push(performance.now() - start)
      await setTimeout(20)
    }
    agent.destroy()
  })()
  return {
    stop: async () => {
      isStopped = true
      await work
      return latencies.sort((a, b) => a - b)
    },
  }
}
