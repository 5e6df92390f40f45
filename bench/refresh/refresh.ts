/**
 * `npm run bench:load`, refreshes: the longest stall of the event loop while a changed copy of the shipped data is loaded and
 * swapped in, compared with an equally long time without a refresh. Lookups continue all the time. Fails if a stall is too long
 * by CPU time, because the clock also counts time that the machine gave to other processes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataFolder } from '../../test/support/data/shipped.ts'
import { freePort } from '../../test/support/services/ports.ts'
import { entry } from '../processes.ts'

const refreshes = 12
const callers = 4
/** Limit for one turn of the event loop during a refresh. */
const cpuMsMax = 30

/** As `bench/load/loop-watch.ts` writes it. */
interface Stall {
  clockMs: number
  cpuMs: number
  ownMs: number
  gcMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const data = join(folder, 'data')
cpSync(dataFolder, data, { recursive: true })
const port = await freePort()
const watch = fileURLToPath(new URL('../load/loop-watch.ts', import.meta.url))
const child = spawn(process.execPath, ['--import', watch, entry], {
  env: {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    RATE_LIMIT: 'off',
  },
})
let log = ''
child.stderr.setEncoding('utf8').on('data', (text) => {
  log += text
})
try {
  await once(child.stdout, 'data')
  let isStopped = false
  let responses = 0
  const calling = Array.from({ length: callers }, async () => {
    while (!isStopped) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/banks?country=gh`)
      await response.bytes()
      if (response.status !== 200) throw new Error(`A lookup returned ${response.status}.`)
      responses++
      await setTimeout(2)
    }
  })
  // Wait until the lists are compressed and the index is loaded.
  await setTimeout(8_000)
  const stallsBy: Record<'refreshed' | 'quiet', Stall[]> = { refreshed: [], quiet: [] }
  for (let round = 1; round <= refreshes; round++) {
    await longestStall(child)
    const start = performance.now()
    changeData(round)
    child.kill('SIGHUP')
    await waitForLog(`"new data is served"`, round)
    // Include the background work that follows the swap.
    await setTimeout(4_000)
    const lasted = performance.now() - start
    stallsBy.refreshed.push(await longestStall(child))
    await setTimeout(lasted)
    stallsBy.quiet.push(await longestStall(child))
  }
  isStopped = true
  await Promise.all(calling)
  console.log(`${refreshes} refreshes of the whole directory, ${responses} lookups during them, none failed`)
  for (const [name, stalls] of Object.entries(stallsBy)) {
    console.log(
      `${name.padEnd(9)}  longest stall by the clock ${row(stalls, 'clockMs')}; by CPU time ${row(stalls, 'cpuMs')}, ` +
        `without GC ${row(stalls, 'ownMs')}; longest GC ${row(stalls, 'gcMs')}`,
    )
  }
  const longest = Math.max(...stallsBy.refreshed.map(({ cpuMs }) => cpuMs))
  if (longest > cpuMsMax) {
    console.log(`too long: ${longest.toFixed(0)} ms of CPU time at once, at most ${cpuMsMax}`)
    process.exitCode = 1
  }
} finally {
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
}

function row(stalls: Stall[], by: keyof Stall): string {
  const sorted = stalls.map((stall) => stall[by]).sort((a, b) => a - b)
  return `${sorted[sorted.length >> 1]?.toFixed(0)} ms (worst ${sorted.at(-1)?.toFixed(0)})`
}

/** Renames one bank, so that the list of its country changes. */
function changeData(round: number): void {
  const file = join(data, 'banks/gh.jsonl')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"name":"[^"]*"/, `"name":"Renamed ${round}"`))
}

async function longestStall(service: ChildProcess): Promise<Stall> {
  const before = log.split('"stalled"').length
  service.kill('SIGUSR2')
  await waitForLog('"stalled"', before)
  return JSON.parse(
    log
      .trim()
      .split('\n')
      .findLast((line) => line.includes('"stalled"')) as string,
  ).stalled
}

async function waitForLog(text: string, times: number): Promise<void> {
  for (let tries = 0; log.split(text).length - 1 < times; tries++) {
    if (tries > 3_000) throw new Error(`The service did not log ${text}:\n${log.slice(-1_000)}`)
    await setTimeout(10)
  }
}
