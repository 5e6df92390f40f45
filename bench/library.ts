/**
 * `npm run bench:library`: time and memory of the library in a fresh process, from the start of its import to the first
 * search. For Nigeria, the United States and all countries: without a cache, and with the cache of an earlier process.
 * The runs of all kinds alternate with runs of an empty program, so that other load on the machine affects all of them.
 * Fails if Nigeria takes too long or too much memory.
 *
 * Usage: [RUNS=10] npx node bench/library.ts [entry…]
 * Each entry is a library to measure. Default: that of the built package (`npm run build`), if there is one, and that of
 * this checkout, which Node compiles from TypeScript.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median } from './median.ts'

const runs = Number(process.env.RUNS ?? 10)
/** The limits for Nigeria, above an empty program. */
const limits = { ms: 150, megabytes: 40 }

const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'dist/lib/library/index.js')
const defaultEntries = [...(existsSync(built) ? [built] : []), join(root, 'src/library/index.ts')]
const entries = process.argv.length > 2 ? process.argv.slice(2).map((path) => resolve(path)) : defaultEntries

interface Run {
  ms: number
  cpuMs: number
  megabytes: number
}

interface Contender {
  name: string
  isLimited: boolean
  script: string
  runs: Run[]
}

const measure = (work: string): string => `
  const { rss } = process.memoryUsage
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  ${work}
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, megabytes: rss() / 2 ** 20 }))`

const cacheFolder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
try {
  const bare = contender('empty program', false, '')
  const contenders = [bare, ...entries.flatMap(contendersOf)]
  // The first runs fill the caches.
  for (const one of contenders) run(one)
  for (let round = 0; round < runs; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const one of order) one.runs.push(run(one))
  }
  report(contenders, bare)
} finally {
  rmSync(cacheFolder, { recursive: true })
}

function contendersOf(entry: string): Contender[] {
  const opened = [
    ['Nigeria', ['ng'], 'gtb'],
    ['United States', ['us'], 'chase'],
    ['all countries', undefined, 'gtb'],
  ] as const
  return opened.flatMap(([name, countries, text]) =>
    [false, cacheFolder].map((cacheDir) => {
      const work = `
        const { openDirectory } = await import(${JSON.stringify(pathToFileURL(entry).href)})
        const directory = await openDirectory(${JSON.stringify({ countries, cacheDir })})
        if (directory.search(${JSON.stringify(text)}).length === 0) throw new Error('nothing found')`
      const kind = cacheDir ? 'cache' : 'no cache'
      // Type stripping takes longer than the library itself, so only JavaScript has to stay within the limits.
      const isLimited = name === 'Nigeria' && entry.endsWith('.js')
      return contender(`${relative(root, entry)}, ${name}, ${kind}`, isLimited, work)
    }),
  )
}

function contender(name: string, isLimited: boolean, work: string): Contender {
  return { name, isLimited, script: measure(work), runs: [] }
}

function run({ script }: Contender): Run {
  const environment = { ...process.env, NODE_COMPILE_CACHE: join(cacheFolder, 'compile-cache') }
  const options = { encoding: 'utf8', env: environment } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], options))
}

function report(contenders: readonly Contender[], bare: Contender): void {
  const of = ({ runs: all }: Contender, field: keyof Run): number => median(all.map((one) => one[field]))
  const rows = contenders.map((one) => ({
    name: one.name,
    ms: of(one, 'ms') - of(bare, 'ms'),
    cpuMs: of(one, 'cpuMs') - of(bare, 'cpuMs'),
    megabytes: of(one, 'megabytes') - of(bare, 'megabytes'),
    isLimited: one.isLimited,
  }))
  console.log(`median of ${runs} runs, above an empty program (${of(bare, 'megabytes').toFixed(0)} MB):`)
  for (const { name, ms, cpuMs, megabytes } of rows.slice(1)) {
    const figures = [`${ms.toFixed(0)} ms`, `${cpuMs.toFixed(0)} ms CPU`, `${megabytes.toFixed(0)} MB`]
    console.log(`${name.padEnd(60)}${figures.map((figure) => figure.padStart(12)).join('')}`)
  }
  const over = rows.filter((row) => row.isLimited && (row.ms > limits.ms || row.megabytes > limits.megabytes))
  for (const { name } of over) console.log(`${name}: more than ${limits.ms} ms or ${limits.megabytes} MB`)
  if (over.length > 0) process.exitCode = 1
}
