/**
 * `npm run bench:load`, second part: how long the event loop of a service stands still at most while a changed copy of
 * the shipped data is loaded and takes the old one's place, beside as long a time in which nothing is refreshed. Lookups
 * go on all the while. It fails if the loop itself was busy for too long, by CPU time: the clock also counts what the
 * machine gave to others.
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
/** Of one turn of the event loop while the data is refreshed. */
const cpuMsMax = 30

interface Stall {
  clockMs: number
  cpuMs: number
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
let said = ''
child.stderr.setEncoding('utf8').on('data', (text) => {
  said += text
})
try {
  await once(child.stdout, 'data')
  let isOver = false
  let answers = 0
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/banks?country=gh`)
      await answer.bytes()
      if (answer.status !== 200) throw new Error(`A lookup was answered with ${answer.status}.`)
      answers++
      await setTimeout(2)
    }
  })
  // Until the lists are compressed and the indexes are there.
  await setTimeout(8_000)
  const seen: Record<'refreshed' | 'quiet', Stall[]> = { refreshed: [], quiet: [] }
  for (let round = 1; round <= refreshes; round++) {
    await longestStall(child)
    const start = performance.now()
    changeData(round)
    child.kill('SIGHUP')
    await untilSaid(`"new data is served"`, round)
    // What the new data brings with it is made in the background afterwards.
    await setTimeout(4_000)
    const lasted = performance.now() - start
    seen.refreshed.push(await longestStall(child))
    await setTimeout(lasted)
    seen.quiet.push(await longestStall(child))
  }
  isOver = true
  await Promise.all(calling)
  console.log(`${refreshes} refreshes of the whole directory, ${answers} lookups meanwhile, none failed`)
  for (const [name, stalls] of Object.entries(seen)) {
    console.log(
      `${name.padEnd(9)}  longest stall by the clock ${row(stalls, 'clockMs')}; by CPU time ${row(stalls, 'cpuMs')}`,
    )
  }
  const longest = Math.max(...seen.refreshed.map(({ cpuMs }) => cpuMs))
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

/** One bank gets another name, so that the list of its country is another one. */
function changeData(round: number): void {
  const file = join(data, 'banks/gh.jsonl')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"name":"[^"]*"/, `"name":"Renamed ${round}"`))
}

async function longestStall(service: ChildProcess): Promise<Stall> {
  const before = said.split('"stalled"').length
  service.kill('SIGUSR2')
  await untilSaid('"stalled"', before)
  return JSON.parse(
    said
      .trim()
      .split('\n')
      .findLast((line) => line.includes('"stalled"')) as string,
  ).stalled
}

async function untilSaid(text: string, times: number): Promise<void> {
  for (let tries = 0; said.split(text).length - 1 < times; tries++) {
    if (tries > 3_000) throw new Error(`The service did not say ${text}:\n${said.slice(-1_000)}`)
    await setTimeout(10)
  }
}
