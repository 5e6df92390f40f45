/**
 * `npm run bench:load`, workers: compares two workers with one, both running all the time and loaded alternately. The client
 * shares two cores with them, so the CPU time that it uses hides part of the gain. With one request at a time it used half
 * as much CPU as the service and hid most of the gain, so it pipelines four, which saves most of its system calls. With the
 * list of `us`, 384 kB, it still uses more than half: every byte that one side copies into the kernel, the other copies out.
 * Fails if two workers are not clearly faster with the other lists, unless other processes used the cores.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { childrenOf } from '../../test/support/services/processes.ts'
import { median } from '../median.ts'
import { cpuMs, entry, type Measured, machineCpuMs, startProcess } from '../processes.ts'
import { runLoad } from './closed-loop.ts'
import { lookup } from './requests.ts'

const requestsPerRound = { gh: 40_000, ng: 25_000, us: 6_000 }
type Country = keyof typeof requestsPerRound
const countries = Object.keys(requestsPerRound) as Country[]
const starts = 3
const rounds = 6
/** The system assigns each connection to a worker at random; with this many, each worker gets its share. */
const connections = 64
const atOnce = 4

/** Share of a core. If other processes use more, two workers have no second core to use. */
const othersMax = 0.1

/** Minimum ratio of two workers to one. With `us` the client is the limit. */
const ratioMin: Partial<Record<Country, number>> = { gh: 1.5, ng: 1.5 }

interface Turn {
  rate: number
  /** CPU use in cores: each worker, the client, and all other processes of the machine together. */
  cores: { workers: number[]; client: number; others: number }
}
type Round = Record<'one' | 'two', Turn>

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const seen = new Map<Country, Round[]>(countries.map((country) => [country, []]))
try {
  for (let start = 0; start < starts; start++) await measure()
  report()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  const servers: Measured[] = []
  const start = async (workers: string): Promise<Measured> => {
    const database = `sqlite:${join(folder, `${workers}.sqlite`)}`
    // The limiter is on, with a limit that is never reached.
    const settings = { WORKERS: workers, DATABASE_URL: database, RATE_LIMIT: '100000000,100000000' }
    const server = await startProcess(entry, { quiet: true, settings })
    servers.push(server)
    return server
  }
  try {
    const both = { one: await start('1'), two: await start('2') }
    for (const server of servers) await settle(server)
    for (const country of countries) seen.get(country)?.push(...(await compare(country, both)))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Warms up the compiler, then waits until the lists are compressed and nothing runs in the background. */
async function settle({ pid, port }: Measured): Promise<void> {
  await runLoad({ port, request: lookup(port, 'gh'), requests: 80_000, connections, atOnce })
  const all = (): number => [pid, ...childrenOf(pid)].reduce((sum, process) => sum + cpuMs(process), 0)
  for (let attempt = 0; attempt < 60; attempt++) {
    const before = all()
    await setTimeout(500)
    if (all() - before < 50) return
  }
  throw new Error('The service was not idle within 30 s.')
}

async function compare(country: Country, servers: Record<'one' | 'two', Measured>): Promise<Round[]> {
  const all: Round[] = []
  // The first round is a warm-up. Alternate which server goes first.
  for (let number = 0; number <= rounds; number++) {
    const [one, two] =
      number % 2 === 0
        ? [await turn(country, servers.one), await turn(country, servers.two)]
        : [await turn(country, servers.two), await turn(country, servers.one)].reverse()
    if (number > 0) all.push({ one, two } as Round)
  }
  return all
}

async function turn(country: Country, { pid, port }: Measured): Promise<Turn> {
  const workers = [pid, ...childrenOf(pid)]
  const cpu = (): number[] => [...workers, process.pid].map(cpuMs)
  const [before, machineBefore] = [cpu(), machineCpuMs()]
  const requests = requestsPerRound[country]
  const seconds = await runLoad({ port, request: lookup(port, country), requests, connections, atOnce })
  const own = cpu().map((ms, at) => (ms - (before[at] as number)) / 1000 / seconds)
  const others = (machineCpuMs() - machineBefore) / 1000 / seconds - sum(own)
  return { rate: requests / seconds, cores: { client: own.pop() as number, workers: own, others: Math.max(0, others) } }
}

function report(): void {
  console.log(`POST /v1/banks, Accept-Encoding: br, ${connections} connections, ${atOnce} requests at once, limiter on`)
  console.log(
    `medians of ${starts} starts with ${rounds} rounds each; only the half that other processes disturbed least counts`,
  )
  console.log("a ratio is the median of the rounds' ratios; cores are the CPU use of each while it ran")
  console.log('         one worker: service client   two workers: service client (first)')
  console.log(
    'country        req/s   cores  cores          req/s   cores  cores           others  ratio (least to most)',
  )
  for (const country of countries) console.log(row(country))
  const low = countries.filter(isTooLow)
  if (low.length === 0) return
  console.log(`too low: ${low.map((country) => `${country}, at least ${ratioMin[country]}`).join('; ')}`)
  process.exitCode = 1
}

/** The half of the rounds that other processes disturbed least. */
function quietRounds(country: Country): Round[] {
  const all = seen.get(country) ?? []
  return all.toSorted((a, b) => othersIn(a) - othersIn(b)).slice(0, all.length / 2)
}

function ratioOf({ one, two }: Round): number {
  return two.rate / one.rate
}

function isTooLow(country: Country): boolean {
  const quiet = quietRounds(country)
  const isValid = median(quiet.map(othersIn)) <= othersMax
  return isValid && median(quiet.map(ratioOf)) < (ratioMin[country] ?? 0)
}

function row(country: Country): string {
  const quiet = quietRounds(country)
  const middle = (value: (round: Round) => number): number => median(quiet.map(value))
  const columns = (name: 'one' | 'two'): string[] => [
    middle((round) => round[name].rate)
      .toFixed(0)
      .padStart(name === 'one' ? 12 : 14),
    middle((round) => sum(round[name].cores.workers))
      .toFixed(2)
      .padStart(7),
    middle((round) => round[name].cores.client)
      .toFixed(2)
      .padStart(6),
  ]
  const share = middle(({ two }) => (two.cores.workers[0] as number) / sum(two.cores.workers))
  const ratios = quiet.map(ratioOf)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  const others = middle(othersIn)
  return [
    country.padEnd(7),
    ...columns('one'),
    ...columns('two'),
    `(${(share * 100).toFixed(0)} %)`.padStart(7),
    others.toFixed(2).padStart(9),
    `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`.padStart(22),
    others > othersMax ? ' not meaningful: other processes used too much' : '',
  ].join(' ')
}

/** CPU use of other processes in cores, averaged over both turns. */
function othersIn({ one, two }: Round): number {
  return (one.cores.others + two.cores.others) / 2
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
