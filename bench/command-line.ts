/**
 * Wall time and CPU time of commands for people, each a process of its own: with the caches that an earlier command left,
 * and a search without them. The commands alternate with a Node that does nothing, so that other load on the machine
 * affects all of them. Fails if a search with caches takes too much CPU time, which other load hardly changes; on an idle
 * machine the wall time is about the same.
 *
 * Usage: [ROUNDS=20] npx node bench/command-line.ts
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
/** Maximum CPU time of a search with caches. */
const searchMsMax = 400

interface Run {
  wallMs: number
  cpuMs: number
}

interface Contender {
  name: string
  parameters: string[]
  /** Whether to delete the caches before each run. */
  isCold?: boolean
  /** Whether the limit applies. */
  isLimited?: boolean
  runs: Run[]
}

const own = fileURLToPath(new URL('..', import.meta.url))
// A copy, so that the checkout keeps its caches.
const copy = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
const command = (words: string, more: Partial<Contender> = {}): Contender => ({
  name: words,
  parameters: ['src/bin/bank-lookup.js', ...words.split(' ')],
  runs: [],
  ...more,
})

const contenders: Contender[] = [
  { name: 'node, nothing', parameters: ['-e', '0'], runs: [] },
  command('search gtb --country ng', { isLimited: true }),
  command('search chase --country us', { isLimited: true }),
  command('search gtb', { isLimited: true }),
  command('resolve 058'),
  command('bank ng-gtbank'),
  command('banks ng'),
  command('countries'),
  command('--version'),
  command('help'),
  command('search gtb', { name: 'search gtb, without caches', isCold: true }),
]

try {
  for (const part of ['package.json', 'src', 'data']) cpSync(join(own, part), join(copy, part), { recursive: true })
  symlinkSync(realpathSync(join(own, 'node_modules')), join(copy, 'node_modules'))
  const warm = contenders.filter(({ isCold }) => !isCold)
  // The first run of each command fills its caches.
  for (const contender of warm) await run(contender)
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? warm : warm.toReversed()) contender.runs.push(await run(contender))
  }
  for (const contender of contenders.filter(({ isCold }) => isCold)) {
    for (let round = 0; round < Math.ceil(rounds / 4); round++) contender.runs.push(await run(contender))
  }
  report()
} finally {
  rmSync(copy, { recursive: true })
}

/** The shell reports the CPU time of its child. */
function run({ parameters, isCold }: Contender): Promise<Run> {
  if (isCold) rmSync(join(copy, 'var'), { recursive: true, force: true })
  const begin = performance.now()
  const words = ['-c', '"$@" > /dev/null; times', 'sh', process.execPath, ...parameters]
  return new Promise((resolve, reject) => {
    execFile('sh', words, { cwd: copy }, (error, stdout) => {
      const wallMs = performance.now() - begin
      const times = [...(stdout.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
      const cpuMs = times.reduce(
        (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
        0,
      )
      if (error || times.length !== 2) reject(error ?? new Error(`No times in "${stdout}".`))
      else resolve({ wallMs, cpuMs })
    })
  })
}

function report(): void {
  console.log(`medians of ${rounds} runs: wall time, CPU time`)
  for (const { name, runs, isLimited } of contenders) {
    const [wall, cpu] = [median(runs.map(({ wallMs }) => wallMs)), median(runs.map(({ cpuMs }) => cpuMs))]
    console.log(`${name.padEnd(28)} ${wall.toFixed(0).padStart(5)} ms ${cpu.toFixed(0).padStart(6)} ms`)
    if (!isLimited || cpu <= searchMsMax) continue
    console.log(`too slow: at most ${searchMsMax} ms`)
    process.exitCode = 1
  }
}
