/**
 * One or ten addresses send expensive requests, within their rate limits, while another address sends cheap lookups. The limits
 * are 10 ms of CPU for a turn of the event loop, 400 MB of memory, and for each lookup 100 ms or three times the p99 without an
 * attack.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { facetNames } from '../../../src/directory/search/search-schema.ts'
import { readExpensiveSearches } from '../../worst-search/expensive-searches.ts'
import { getRequest, postRequest } from '../requests.ts'
import { type Attack, type AttackedService, exchange, startVictim } from './attacked-service.ts'

const turnCpuMsMax = 10
const memoryMbMax = 400
const waitMsMax = 100
const quietFactor = 3

/** One of the most expensive texts; `bench/worst-search/` has others. */
const heavyQuery = 'sufvbcembevh srdxrpnhtizqymobbttdswsagvphsuf man bthell zytmwspigzfufmtjmql rhein national cr'
const search = (port: number): Buffer => getRequest(port, `/v1/search?limit=50&q=${encodeURIComponent(heavyQuery)}`)

/** All of the most expensive searches, in turn. */
function expensiveSearches(port: number): Buffer[] {
  const expensive = readExpensiveSearches().map(({ text, facets, ...parameters }) => {
    const given = Object.entries({ ...parameters, facets: facets && facetNames.join() }).filter(
      ([, value]) => value !== '',
    )
    const query = [['q', encodeURIComponent(text)], ...given].map((pair) => pair.join('=')).join('&')
    return getRequest(port, `/v1/search?${query}`)
  })
  return Array.from({ length: 350 }, (_, at) => expensive[at % expensive.length] as Buffer)
}

const batch = (port: number, identifier: string): Buffer =>
  postRequest(port, '/v1/resolve', JSON.stringify({ identifiers: Array(1_000).fill(identifier) }))

const lists = (port: number): Buffer[] =>
  ['us', 'eu', 'de', 'pl'].flatMap((country) =>
    ['csv?', '?sort=prominence&', '?fields=id,name,codes&', '?status=any&'].map((parameters) =>
      getRequest(port, `/v1/banks${parameters.replace('csv', '.csv')}country=${country}`),
    ),
  )

interface Load {
  name: string
  addresses?: readonly string[]
  send(port: number, address: string): Promise<unknown>
}

const tenAddresses = Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 2}`)
const pipelineSearches: Load['send'] = (port, address) => exchange(port, address, expensiveSearches(port))
const atOnce = (count: number, send: () => Promise<unknown>): Promise<unknown[]> =>
  Promise.all(Array.from({ length: count }, send))

const loads: readonly Load[] = [
  { name: '350 expensive pipelined searches', send: pipelineSearches },
  { name: 'the same from each of 10 addresses', addresses: tenAddresses, send: pipelineSearches },
  {
    name: '300 searches on 300 connections at once',
    send: (port, address) => atOnce(300, () => exchange(port, address, [search(port)])),
  },
  {
    name: '5 batches of 1,000 identical BICs',
    send: (port, address) => exchange(port, address, Array(5).fill(batch(port, 'POLUPLPR'))),
  },
  {
    name: '5 batches of 1,000 identical bank codes',
    send: (port, address) => exchange(port, address, Array(5).fill(batch(port, '7072'))),
  },
  {
    name: '10 batches of 33 MB at once',
    send: (port, address) => atOnce(10, () => exchange(port, address, [batch(port, '7072')])),
  },
  {
    name: '48 large lists with unusual parameters',
    send: async (port, address) => {
      for (let round = 0; round < 3; round++) for (const list of lists(port)) await exchange(port, address, [list])
    },
  },
  {
    name: 'the first request for the coverage page',
    send: (port, address) => exchange(port, address, [getRequest(port, '/coverage')]),
  },
  {
    name: '60 batches whose responses are not read',
    send: (port, address) => leaveUnread(port, address, batch(port, '7072'), 60),
  },
  {
    name: '200 lists of 4 MB that are not read',
    send: (port, address) => leaveUnread(port, address, getRequest(port, '/v1/banks?country=us', []), 200),
  },
  {
    name: '2,000 requests over the limit',
    send: (port, address) => exchange(port, address, Array(2_000).fill(search(port))),
  },
]

export const fairness: readonly Attack[] = loads.map(({ name, addresses, send }) => ({
  name: `fairness: ${name}`,
  run: async (start, ownAddress) => {
    const service = await start()
    quietP99 ??= measure(service, () => setTimeout(5_000)).then(({ p99 }) => p99)
    const waitMax = Math.max(waitMsMax, quietFactor * (await quietP99))
    const sendAll = () => Promise.all((addresses ?? [ownAddress]).map((address) => send(service.port, address)))
    const { turn, memoryMb, p50, p99, longestMs, count } = await measure(service, sendAll)
    return {
      figures:
        `longest turn ${turn.cpuMs.toFixed(1)} ms of CPU, ${turn.ownMs.toFixed(1)} without GC (longest ${turn.gcMs.toFixed(1)}); ` +
        `lookups p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${longestMs.toFixed(1)} ms (${count}); ${memoryMb.toFixed(0)} MB`,
      limit: `${turnCpuMsMax} ms, ${waitMax.toFixed(0)} ms, ${memoryMbMax} MB`,
      isOk: turn.cpuMs <= turnCpuMsMax && memoryMb <= memoryMbMax && longestMs <= waitMax,
    }
  },
}))

/** Of the lookups without an attack. */
let quietP99: Promise<number> | undefined

async function measure(service: AttackedService, send: () => Promise<unknown>) {
  await service.longestTurn()
  const victim = startVictim(service.port)
  await send()
  const latencies = await victim.stop()
  const at = (part: number): number => latencies[Math.floor((latencies.length - 1) * part)] ?? 0
  return {
    turn: await service.longestTurn(),
    memoryMb: service.residentMb(),
    p50: at(0.5),
    p99: at(0.99),
    longestMs: at(1),
    count: latencies.length,
  }
}

async function leaveUnread(port: number, address: string, request: Buffer, count: number): Promise<void> {
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: count }, open))
  for (const socket of sockets) socket.pause().write(request)
  await setTimeout(5_000)
  for (const socket of sockets) socket.destroy()
}
