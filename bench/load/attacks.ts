/**
 * `npx node bench/load/attacks.ts [words in the names of attacks]`: one or ten addresses attack, within their rate limits, while
 * another sends a cheap lookup every 20 ms. Reports the longest turn of the service's event loop in CPU time, with and without
 * garbage collection, the latency of the lookups, and the memory of the service. Fails if a turn takes more than 10 ms of CPU, the
 * service takes more than 400 MB, or a lookup waits longer than both 100 ms and three times the p99 without an attack.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { facetNames } from '../../src/directory/search/facet-schema.ts'
import { freePort } from '../../test/support/services/ports.ts'
import { entry, memoryVariables, nodeOptions } from '../processes.ts'
import { readExpensiveSearches } from '../worst-search/expensive-searches.ts'
import { getRequest, postRequest } from './requests.ts'

const turnCpuMsMax = 10
const memoryMbMax = 400
const waitMsMax = 100
const quietFactor = 3
const victimAddress = '127.0.0.100'

/** One of the most expensive texts; `bench/worst-search/` has others. */
const heavyQuery = 'sufvbcembevh srdxrpnhtizqymobbttdswsagvphsuf man bthell zytmwspigzfufmtjmql rhein national cr'

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const port = await freePort()
const watch = fileURLToPath(new URL('./loop-watch.ts', import.meta.url))
const child = spawn(process.execPath, [...nodeOptions, '--import', watch, entry], {
  env: {
    ...memoryVariables,
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
  },
})
let stderr = ''
child.stderr.setEncoding('utf8').on('data', (text) => {
  stderr += text
})

const search = getRequest(port, `/v1/search?limit=50&q=${encodeURIComponent(heavyQuery)}`)
const expensive = readExpensiveSearches().map(({ text, facets, ...parameters }) => {
  const given = Object.entries({ ...parameters, facets: facets && facetNames.join() }).filter(
    ([, value]) => value !== '',
  )
  const query = [['q', encodeURIComponent(text)], ...given].map((pair) => pair.join('=')).join('&')
  return getRequest(port, `/v1/search?${query}`)
})
/** All of the most expensive searches, in turn. */
const expensiveSearches = Buffer.concat(
  Array.from({ length: 350 }, (_, at) => expensive[at % expensive.length] as Buffer),
)
const batch = (identifier: string): Buffer =>
  postRequest(port, '/v1/resolve', JSON.stringify({ identifiers: Array(1_000).fill(identifier) }))
const lists = ['us', 'eu', 'de', 'pl'].flatMap((country) =>
  ['csv?', '?sort=prominence&', '?fields=id,name,codes&', '?status=any&'].map((parameters) =>
    getRequest(port, `/v1/banks${parameters.replace('csv', '.csv')}country=${country}`),
  ),
)

interface Attack {
  name: string
  /** Default: one address that no other attack uses, so that each attack has the whole quota. */
  addresses?: readonly string[]
  run(address: string): Promise<void>
}

const tenAddresses = Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 2}`)
const pipelineSearches: Attack['run'] = (address) => exchange(address, [expensiveSearches])

const attacks: readonly Attack[] = [
  { name: '350 expensive pipelined searches', run: pipelineSearches },
  { name: 'the same from each of 10 addresses', addresses: tenAddresses, run: pipelineSearches },
  {
    name: '300 searches on 300 connections at once',
    run: async (address) => void (await Promise.all(Array.from({ length: 300 }, () => exchange(address, [search])))),
  },
  {
    name: '5 batches of 1,000 identical BICs',
    run: (address) => exchange(address, Array(5).fill(batch('POLUPLPR'))),
  },
  {
    name: '5 batches of 1,000 identical bank codes',
    run: (address) => exchange(address, Array(5).fill(batch('7072'))),
  },
  {
    name: '48 large lists with unusual parameters',
    run: async (address) => {
      for (let round = 0; round < 3; round++) for (const list of lists) await exchange(address, [list])
    },
  },
  {
    name: 'the first request for the coverage page',
    run: (address) => exchange(address, [getRequest(port, '/coverage')]),
  },
  {
    name: '60 batches whose responses are not read',
    run: (address) => leaveUnread(address, batch('7072'), 60),
  },
  {
    name: '200 lists of 4 MB that are not read',
    run: (address) => leaveUnread(address, getRequest(port, '/v1/banks?country=us', []), 200),
  },
  {
    name: '2,000 requests over the limit',
    run: (address) => exchange(address, [Buffer.concat(Array(2_000).fill(search))]),
  },
]
const quiet: Attack = { name: 'no attack', run: () => setTimeout(5_000) }

try {
  await once(child.stdout, 'data')
  // Wait until the lists are compressed and the index is loaded.
  await setTimeout(8_000)
  const { p99: quietP99 } = await measure(quiet, '127.0.1.0')
  const waitMax = Math.max(waitMsMax, quietFactor * quietP99)
  const words = process.argv.slice(2)
  for (const [index, attack] of attacks.entries()) {
    if (words.length > 0 && !words.some((word) => attack.name.includes(word))) continue
    const { cpuMs, memoryMb, longestMs } = await measure(attack, `127.0.1.${index + 1}`)
    if (cpuMs > turnCpuMsMax || memoryMb > memoryMbMax || longestMs > waitMax) process.exitCode = 1
  }
} finally {
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
}

async function measure({ name, addresses, run }: Attack, ownAddress: string) {
  await longestTurn()
  const victim = startVictim()
  await Promise.all((addresses ?? [ownAddress]).map(run))
  const latencies = await victim.stop()
  const { cpuMs, ownMs, gcMs } = await longestTurn()
  const memoryMb = residentMb()
  const at = (part: number): number => latencies[Math.floor((latencies.length - 1) * part)] ?? 0
  const [p50, p99, longestMs] = [at(0.5), at(0.99), at(1)]
  console.log(
    `${name.padEnd(42)} longest turn ${cpuMs.toFixed(1)} ms of CPU, ${ownMs.toFixed(1)} without GC (longest ${gcMs.toFixed(1)}); ` +
      `lookups p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${longestMs.toFixed(1)} ms (${latencies.length}); ` +
      `${memoryMb.toFixed(0)} MB`,
  )
  return { cpuMs, memoryMb, p99, longestMs }
}

/** Sends the requests on one connection and reads until all responses have arrived. */
async function exchange(address: string, requests: Buffer[]): Promise<void> {
  const socket = await open(address)
  const wanted = requests.reduce((sum, bytes) => sum + bytes.toString('latin1').split(' HTTP/1.1\r\n').length - 1, 0)
  let heads = 0
  let tail = ''
  const done = Promise.withResolvers<void>()
  socket.on('data', (bytes) => {
    const text = tail + bytes.toString('latin1')
    heads += text.split('HTTP/1.1 ').length - 1
    tail = text.slice(-8).replace('HTTP/1.1 ', '')
    if (heads >= wanted) done.resolve()
  })
  socket.on('close', done.resolve)
  for (const bytes of requests) socket.write(bytes)
  await done.promise
  socket.destroy()
}

async function leaveUnread(address: string, request: Buffer, count: number): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(address)))
  for (const socket of sockets) socket.pause().write(request)
  await setTimeout(5_000)
  for (const socket of sockets) socket.destroy()
}

async function open(address: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** A cheap lookup every 20 ms on a keep-alive connection; `stop` returns the sorted latencies in milliseconds. */
function startVictim(): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: victimAddress })
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

/** The longest turn since the last call; see `loop-watch.ts`. */
async function longestTurn(): Promise<{ clockMs: number; cpuMs: number; ownMs: number; gcMs: number }> {
  const before = stderr.split('"stalled"').length
  child.kill('SIGUSR2')
  while (stderr.split('"stalled"').length === before || !stderr.endsWith('\n')) await setTimeout(10)
  const line = stderr.split('\n').findLast((text) => text.includes('"stalled"')) as string
  return JSON.parse(line).stalled
}

function residentMb(): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
}
