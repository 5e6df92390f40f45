/**
 * `npm run bench:load`, first part: two workers beside one, both running all the time and loaded in turns. The client
 * shares two cores with them, and what it takes is missing: it can show no more than it leaves. One request at a time
 * it took half as much as the service and hid most of the gain, so it sends four at once, which saves it most of its
 * calls to the system. With the list of `us`, 384 kB, it still takes more than half: what one side copies into the
 * system the other copies out, however it is asked for. It fails if two are not clearly faster with the other lists, where
 * nobody else took the cores.
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
/** The system gives each connection to a worker by chance; of so many, neither gets few. */
const connections = 64
const atOnce = 4

/** Of a core. If others take more, two workers have no second core to show what they could do with it. */
const othersMax = 0.1

/** Two workers beside one. With `us` the client sets the limit. */
const ratioMin: Partial<Record<Country, number>> = { gh: 1.5, ng: 1.5 }

interface Turn {
  rate: number
  /** What each took of a core, and all other processes of the machine together. */
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
    // The limiter is on, its limit out of reach: the two count together.
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

/** Until the compiler of the runtime has seen enough, and the lists are compressed and nothing runs in the background. */
async function settle({ pid, port }: Measured): Promise<void> {
  await runLoad({ port, request: lookup(port, 'gh'), requests: 80_000, connections, atOnce })
  const all = (): number => [pid, ...childrenOf(pid)].reduce((sum, process) => sum + cpuMs(process), 0)
  for (let attempt = 0; attempt < 60; attempt++) {
    const before = all()
    await setTimeout(500)
    if (all() - before < 50) return
  }
  throw new Error('The service was not quiet within 30 s.')
}

async function compare(country: Country, servers: Record<'one' | 'two', Measured>): Promise<Round[]> {
  const all: Round[] = []
  // The first round warms up. Each goes first every other time.
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
    `medians of ${starts} starts with ${rounds} rounds each, of which the half counts that others disturbed least`,
  )
  console.log("a ratio is the median of the rounds' ratios; cores are those that each took while it ran")
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

/** The rounds that others disturbed least. */
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
    others > othersMax ? ' says nothing: others took too much' : '',
  ].join(' ')
}

/** Of the cores, on average of both turns. */
function othersIn({ one, two }: Round): number {
  return (one.cores.others + two.cores.others) / 2
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
