/**
 * `npm run bench`, first part: POST /v1/banks of the service as shipped beside a bare `node:http` server that writes the same
 * bytes. The two take turns within one run, so that what else the machine does weighs on both; trust the ratios.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lookup, runLoad } from './load.ts'
import { entry, type Measured, startProcess } from './processes.ts'

const countries = ['gh', 'ng', 'us']
const rounds = 9
const warmUps = 2
const connections = 32
const requestsPerRound = { gh: 12_000, ng: 10_000, us: 2_000 } as Record<string, number>

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
// The limiter is on, its limit out of reach; the store is not the operator's.
process.env.RATE_LIMIT = '100000000,100000000'
process.env.DATABASE_URL = `sqlite:${join(folder, 'store.sqlite')}`
const servers: Measured[] = []
try {
  const service = await startProcess(entry)
  servers.push(service)
  // The background works through the lists in their order; when the last is done, it is quiet.
  await bestForm(service.port, await lastCountry(service.port))
  for (const country of countries) writeFileSync(join(folder, `${country}.br`), await bestForm(service.port, country))
  const bare = await startProcess(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
    parameters: [folder, ...countries],
  })
  servers.push(bare)
  // Until the compiler of the runtime has seen enough of both.
  for (const server of [bare, service]) {
    await runLoad({ port: server.port, request: lookup(server.port, 'gh'), requests: 80_000, connections })
  }
  console.log(`POST /v1/banks, Accept-Encoding: br, ${connections} connections, median of ${rounds} rounds`)
  console.log('country   bytes  bare req/s  ours req/s  ratio  bare CPU µs  ours CPU µs  ratio')
  for (const country of countries) await compare(country, bare, service)
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true })
}

async function compare(country: string, bare: Measured, service: Measured): Promise<void> {
  const requests = requestsPerRound[country] as number
  const rates = { bare: [] as number[], service: [] as number[] }
  const costs = { bare: [] as number[], service: [] as number[] }
  for (let round = -warmUps; round < rounds; round++) {
    // Each goes first every other time; the rounds before 0 warm up.
    const order = round % 2 === 0 ? (['bare', 'service'] as const) : (['service', 'bare'] as const)
    for (const name of order) {
      const server = name === 'bare' ? bare : service
      const before = server.cpuMs()
      const seconds = await runLoad({ port: server.port, request: lookup(server.port, country), requests, connections })
      if (round < 0) continue
      rates[name].push(requests / seconds)
      costs[name].push(((server.cpuMs() - before) * 1000) / requests)
    }
  }
  const bytes = (await bestForm(service.port, country)).length
  const rate = { bare: median(rates.bare), service: median(rates.service) }
  const cost = { bare: median(costs.bare), service: median(costs.service) }
  const columns = [
    country.padEnd(7),
    String(bytes).padStart(7),
    rate.bare.toFixed(0).padStart(11),
    rate.service.toFixed(0).padStart(11),
    (rate.service / rate.bare).toFixed(2).padStart(6),
    cost.bare.toFixed(0).padStart(12),
    cost.service.toFixed(0).padStart(12),
    (cost.bare / cost.service).toFixed(2).padStart(6),
  ]
  console.log(columns.join(' '))
}

/** The list once the background has compressed it at its best, so that both servers send the same bytes throughout. */
async function bestForm(port: number, country: string): Promise<Buffer> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { etag, bytes } = await getCompressed(`http://127.0.0.1:${port}/v1/banks?country=${country}`)
    if (etag?.endsWith('-br9"')) return bytes
    await setTimeout(100)
  }
  throw new Error(`The list of ${country} was not compressed in 10 s.`)
}

async function lastCountry(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/supported-countries/`)
  const { countries: all } = (await answer.json()) as { countries: { code: string }[] }
  return all.at(-1)?.code as string
}

/** Not with `fetch`, which unpacks what it gets. */
async function getCompressed(url: string): Promise<{ etag: string | undefined; bytes: Buffer }> {
  const [answer] = (await once(get(url, { headers: { 'Accept-Encoding': 'br' } }), 'response')) as [IncomingMessage]
  return { etag: answer.headers.etag, bytes: Buffer.concat(await answer.toArray()) }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}
