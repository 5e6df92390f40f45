/**
 * `npm run bench`, routes: compares the CPU time of every lookup route with a bare `node:http` server that reads the same
 * requests and writes as many bytes. The servers alternate within one run, so that other load on the machine affects all
 * of them; trust the ratios. Fails if a ratio is too high.
 *
 * Usage: [STARTS=3] [ROUTES=pattern] npx node bench/routes.ts [folder…]
 * Each folder is a checkout of the service to measure. Default: this one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { openConnection } from './load/connection.ts'
import { median } from './median.ts'
import { type Measured, startProcess, threadsCpuMs, untilIdle } from './processes.ts'
import { keyOf, type Route, readRoutes, toBytes } from './route-requests.ts'

/** Several starts, because the speed of a process depends a little on its memory layout. */
const starts = Number(process.env.STARTS ?? 3)
/** Short rounds, because the load of other processes changes from second to second. */
const rounds = 9
/** How many rounds' worth of requests a route gets first, so that the runtime compiles its code. */
const warmUpRounds = 10
const connections = 32
const selected = new RegExp(process.env.ROUTES ?? '')

/** CPU time of a request in µs: first the bare server, then each service. */
type Round = number[]

const own = fileURLToPath(new URL('..', import.meta.url))
const folders = process.argv.length > 2 ? process.argv.slice(2).map((folder) => resolve(folder)) : [own]
const temporary = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const measured = new Map<string, { ratioMax: number; rounds: Round[] }>()
try {
  for (let start = 0; start < starts; start++) await measure(start)
  report()
} finally {
  rmSync(temporary, { recursive: true })
}

async function measure(start: number): Promise<void> {
  const servers: Measured[] = []
  try {
    for (const folder of folders) servers.push(await startService(folder, start))
    for (const server of servers) await untilIdle(server)
    const service = servers.at(-1) as Measured
    const routes = (await readRoutes(service.port)).filter(({ name }) => selected.test(name))
    const lengths = join(temporary, 'lengths.json')
    writeFileSync(lengths, JSON.stringify(await responseLengths(service.port, routes)))
    const baseline = fileURLToPath(new URL('./baseline-server.js', import.meta.url))
    servers.unshift(await startProcess(baseline, { parameters: [lengths] }))
    for (const route of routes) {
      const before = measured.get(route.name)?.rounds ?? []
      measured.set(route.name, { ...route, rounds: [...before, ...(await compare(route, servers))] })
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The limiter is on, with a limit that is never reached; the store is a temporary one. */
function startService(folder: string, start: number): Promise<Measured> {
  const store = join(temporary, `${basename(folder)}-${start}.sqlite`)
  const settings = { RATE_LIMIT: '100000000,100000000', DATABASE_URL: `sqlite:${store}` }
  return startProcess(join(folder, 'src/bin/start.js'), { quiet: true, settings })
}

async function responseLengths(port: number, routes: Route[]): Promise<Record<string, number>> {
  const lengths: Record<string, number> = {}
  for (const { requests } of routes) {
    for (const request of requests) {
      lengths[keyOf(request)] ??= await responseLength(port, toBytes(port, request))
    }
  }
  return lengths
}

function responseLength(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const connection = openConnection({
      port,
      onResponse: ({ status, head, body }) => {
        connection.end()
        if (status === 200) resolve(body.length)
        else reject(new Error(`${bytes}\n${head}\n${body}`))
      },
      onEnd: (error) => error && reject(error),
    })
    connection.send(bytes, true)
  })
}

async function compare(route: Route, servers: Measured[]): Promise<Round[]> {
  const all: Round[] = []
  for (const { port } of servers) {
    const request = route.requests.map((one) => toBytes(port, one))
    await runLoad({ port, request, requests: warmUpRounds * route.count, connections })
  }
  for (let round = 0; round < rounds; round++) {
    const cpuUs = servers.map(() => 0)
    // Alternate which server goes first.
    const order = round % 2 === 0 ? [...servers.keys()] : [...servers.keys()].reverse()
    for (const at of order) {
      const { pid, port } = servers[at] as Measured
      const request = route.requests.map((one) => toBytes(port, one))
      const before = threadsCpuMs(pid)
      await runLoad({ port, request, requests: route.count, connections })
      cpuUs[at] = ((threadsCpuMs(pid) - before) * 1000) / route.count
    }
    all.push(cpuUs)
  }
  return all
}

function report(): void {
  console.log('CPU time of a request in µs, all threads, and its ratio to the bare server (least to most)')
  console.log(`${connections} connections, limiter on; medians of ${starts} starts with ${rounds} rounds each`)
  console.log(`${'route'.padEnd(23)} bare ${folders.map((folder) => basename(folder).padStart(30)).join('')}`)
  const tooHigh: string[] = []
  for (const [name, { ratioMax, rounds: all }] of measured) {
    const columns = folders.map((_, at) => column(all, at + 1))
    console.log(`${name.padEnd(22)} ${format(median(all.map(([bare]) => bare as number)), 5)} ${columns.join('')}`)
    if (median(ratiosOf(all, folders.length)) > ratioMax) tooHigh.push(`${name}, at most ${ratioMax}`)
  }
  if (tooHigh.length === 0) return
  console.log(`too high: ${tooHigh.join('; ')}`)
  process.exitCode = 1
}

function column(all: Round[], at: number): string {
  const ratios = ratiosOf(all, at)
  const range = `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
  return `${format(median(all.map((round) => round[at] as number)), 9)} ${median(ratios).toFixed(2)} ${range.padEnd(14)}`
}

function ratiosOf(all: Round[], at: number): number[] {
  return all.map((round) => (round[at] as number) / (round[0] as number))
}

function format(value: number, width: number): string {
  return value.toFixed(1).padStart(width)
}
