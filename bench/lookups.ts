/**
 * `npm run bench`, lookups: compares POST /v1/banks of the service with a bare `node:http` server that writes the same bytes.
 * The two alternate within one run, so that other load on the machine affects both; trust the ratios. Fails if a ratio is
 * too low.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { lookup } from './load/requests.ts'
import { median } from './median.ts'
import { entry, type Measured, startProcess } from './processes.ts'

const countries = ['gh', 'ng', 'us']
/** Several starts, because the speed of a process depends a little on its memory layout. */
const starts = 3
const rounds = 7
const connections = 32
const requestsPerRound = { gh: 12_000, ng: 10_000, us: 2_000 } as Record<string, number>

/** Minimum of the service's requests per second divided by those of the bare server. */
const ratioMin = 0.8

interface Round {
  rate: { bare: number; service: number }
  cpuUs: { bare: number; service: number }
}

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
// The limiter is on, with a limit that is never reached; the store is a temporary one.
process.env.RATE_LIMIT = '100000000,100000000'
process.env.DATABASE_URL = `sqlite:${join(folder, 'store.sqlite')}`
const roundsByCountry = new Map<string, Round[]>(countries.map((country) => [country, []]))
try {
  for (let start = 0; start < starts; start++) await measure()
  report()
} finally {
  rmSync(folder, { recursive: true })
}

function report(): void {
  console.log(`POST /v1/banks, Accept-Encoding: br, ${connections} connections, limiter on`)
  console.log(`medians of ${starts} starts with ${rounds} rounds each; a ratio is the median of the rounds' ratios`)
  console.log('country   bytes  bare req/s  ours req/s  ratio  bare CPU µs  ours CPU µs  ratio')
  for (const country of countries) console.log(row(country))
  const low = countries.filter((country) => medianOf(country, ratioOf) < ratioMin)
  if (low.length > 0) {
    console.log(`too low, at least ${ratioMin.toFixed(2)}: ${low.join(', ')}`)
    process.exitCode = 1
  }
}

function ratioOf({ rate }: Round): number {
  return rate.service / rate.bare
}

function medianOf(country: string, value: (round: Round) => number): number {
  return median((roundsByCountry.get(country) ?? []).map(value))
}

async function measure(): Promise<void> {
  const servers: Measured[] = []
  try {
    const service = await startProcess(entry, { quiet: true })
    servers.push(service)
    // The service recompresses the lists in order in the background; after the last one it is idle.
    await bestCompressed(service.port, await lastCountry(service.port))
    for (const country of countries) writeFileSync(fileOf(country), await bestCompressed(service.port, country))
    const bare = await startProcess(fileURLToPath(new URL('./baseline-server.ts', import.meta.url)), {
      parameters: [folder, ...countries],
    })
    servers.push(bare)
    // Warm up the compiler of the runtime for both.
    for (const server of [bare, service]) {
      await runLoad({ port: server.port, request: lookup(server.port, 'gh'), requests: 80_000, connections })
    }
    for (const country of countries) roundsByCountry.get(country)?.push(...(await compare(country, { bare, service })))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function compare(country: string, servers: { bare: Measured; service: Measured }): Promise<Round[]> {
  const requests = requestsPerRound[country] as number
  const all: Round[] = []
  // The first round is a warm-up.
  for (let number = 0; number <= rounds; number++) {
    const round: Round = { rate: { bare: 0, service: 0 }, cpuUs: { bare: 0, service: 0 } }
    // Alternate which server goes first.
    for (const name of number % 2 === 0 ? (['bare', 'service'] as const) : (['service', 'bare'] as const)) {
      const { port, cpuMs } = servers[name]
      const before = cpuMs()
      round.rate[name] = requests / (await runLoad({ port, request: lookup(port, country), requests, connections }))
      round.cpuUs[name] = ((cpuMs() - before) * 1000) / requests
    }
    if (number > 0) all.push(round)
  }
  return all
}

function row(country: string): string {
  const middle = (value: (round: Round) => number): number => medianOf(country, value)
  return [
    country.padEnd(7),
    String(statSync(fileOf(country)).size).padStart(7),
    middle(({ rate }) => rate.bare)
      .toFixed(0)
      .padStart(11),
    middle(({ rate }) => rate.service)
      .toFixed(0)
      .padStart(11),
    middle(ratioOf).toFixed(2).padStart(6),
    middle(({ cpuUs }) => cpuUs.bare)
      .toFixed(0)
      .padStart(12),
    middle(({ cpuUs }) => cpuUs.service)
      .toFixed(0)
      .padStart(12),
    middle(({ cpuUs }) => cpuUs.bare / cpuUs.service)
      .toFixed(2)
      .padStart(6),
  ].join(' ')
}

function fileOf(country: string): string {
  return join(folder, `${country}.br`)
}

/** Waits until the list is recompressed at the best level, so that both servers always send the same bytes. */
async function bestCompressed(port: number, country: string): Promise<Buffer> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { etag, bytes } = await getCompressed(`http://127.0.0.1:${port}/v1/banks?country=${country}`)
    if (etag?.endsWith('-br9"')) return bytes
    await setTimeout(100)
  }
  throw new Error(`The list of ${country} was not compressed in 10 s.`)
}

async function lastCountry(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/supported-countries/`)
  const { countries: all } = (await response.json()) as { countries: { code: string }[] }
  return all.at(-1)?.code as string
}

/** Uses `node:http`, because `fetch` decompresses the body. */
async function getCompressed(url: string): Promise<{ etag: string | undefined; bytes: Buffer }> {
  const [response] = (await once(get(url, { headers: { 'Accept-Encoding': 'br' } }), 'response')) as [IncomingMessage]
  return { etag: response.headers.etag, bytes: Buffer.concat(await response.toArray()) }
}
