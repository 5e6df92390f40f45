/**
 * `npm run bench:memory`: the resident memory of the service after the start, after 100,000 and 200,000 requests of all
 * lookup routes, and after 20 refreshes, compared with a bare `node:http` server. Fails if it is too high.
 *
 * Usage: npx node bench/memory.ts [folder]
 * The folder is a checkout of the service to measure. Default: this one.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { type Measured, startProcess, untilIdle } from './processes.ts'
import { readRoutes, toBytes } from './route-requests.ts'

const requestsPerStage = 100_000
const refreshes = 20
const connections = 32
/** Pages and lists that are built on demand, in addition to the lookup routes. */
const otherPaths = [
  '/',
  '/docs/1.0/',
  '/coverage',
  '/news',
  '/v1/banks?country=us&status=any',
  '/v1/banks.csv?country=ng',
]
/** Megabytes over the bare server. */
const limits = { start: 80, requests: 140 }
/** How much more memory the second stage may take than the first. */
const growthMax = 1.05

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
const temporary = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const data = join(temporary, 'data')
cpSync(join(root, 'data'), data, { recursive: true })
try {
  const bareMb = await measureBare()
  // The first start fills the caches, as `npm ci` does.
  await (await start()).stop()
  const server = await start()
  const stages: Record<string, number> = { 'after the start': server.residentMb() }
  for (const count of [1, 2]) {
    await sendMany(server)
    stages[`after ${(count * requestsPerStage).toLocaleString('en')} requests`] = server.residentMb()
  }
  await refresh(server)
  stages[`after ${refreshes} refreshes`] = server.residentMb()
  await server.stop()
  report(bareMb, stages)
} finally {
  rmSync(temporary, { recursive: true })
}

async function measureBare(): Promise<number> {
  const lengths = join(temporary, 'lengths.json')
  writeFileSync(lengths, '{}')
  const baseline = fileURLToPath(new URL('./baseline-server.js', import.meta.url))
  const bare = await startProcess(baseline, { parameters: [lengths] })
  const megabytes = bare.residentMb()
  await bare.stop()
  return megabytes
}

async function start(): Promise<Measured> {
  const settings = {
    RATE_LIMIT: '100000000,100000000',
    DATABASE_URL: `sqlite:${join(temporary, 'store.sqlite')}`,
    DATA_DIR: data,
  }
  const server = await startProcess(join(root, 'src/bin/start.js'), { quiet: true, settings })
  await untilIdle(server)
  return server
}

async function sendMany(server: Measured): Promise<void> {
  const { port } = server
  const routes = await readRoutes(port)
  const others = otherPaths.map((path) => toBytes(port, { path }))
  const stages = [...routes.map((route) => route.requests.map((one) => toBytes(port, one))), others]
  for (const request of stages) {
    // Pages are rarer than lookups.
    const share = request === others ? 0.01 : 0.99 / routes.length
    await runLoad({ port, request, requests: Math.round(requestsPerStage * share), connections })
  }
  await untilIdle(server)
}

/** Changes the name of one bank, and waits until the service serves it. */
async function refresh(server: Measured): Promise<void> {
  const file = join(data, 'banks/gh.jsonl')
  const text = readFileSync(file, 'utf8')
  const revisionOf = async (): Promise<string | null> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/banks?country=gh`)
    await response.bytes()
    return response.headers.get('data-revision')
  }
  for (let round = 1; round <= refreshes; round++) {
    const before = await revisionOf()
    writeFileSync(file, text.replace(/"name":"[^"]*"/, `"name":"Renamed Bank ${round}"`))
    process.kill(server.pid, 'SIGHUP')
    while ((await revisionOf()) === before) await setTimeout(100)
  }
  await untilIdle(server)
}

function report(bareMb: number, stages: Record<string, number>): void {
  console.log(`bare node:http server  ${bareMb.toFixed(0)} MB`)
  for (const [name, megabytes] of Object.entries(stages)) {
    console.log(`${name.padEnd(22)} ${megabytes.toFixed(0)} MB, ${(megabytes - bareMb).toFixed(0)} MB more`)
  }
  const [atStart = 0, first = 0, second = 0] = Object.values(stages)
  const isTooHigh = atStart - bareMb > limits.start || first - bareMb > limits.requests || second > first * growthMax
  if (!isTooHigh) return
  console.log(`too high: at most ${limits.start} MB after the start and ${limits.requests} MB after the first requests`)
  process.exitCode = 1
}
