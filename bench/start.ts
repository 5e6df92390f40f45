/**
 * `npm run bench:start`: time and CPU time from the start of Node to the first list: of a minimal Fastify app, of the service
 * with its caches, and of the service without startup cache and compile cache. The starts alternate, so that other load on
 * the machine affects all of them; trust the ratios. Fails if the service with its caches takes too long.
 *
 * Usage: [STARTS=20] npx node bench/start.ts [folder…]
 * Each folder is a checkout of the service to measure. Default: this one.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { lookup } from './load/requests.ts'
import { median } from './median.ts'
import { startProcess, untilIdle } from './processes.ts'

const starts = Number(process.env.STARTS ?? 20)
/** Maximum ratio of the start with caches to the start of the Fastify app. */
const ratioMax = 2
/** The parts of a checkout that a running service reads. */
const copiedParts = ['package.json', 'src', 'data', 'docs/site', 'news']

interface Start {
  wallMs: number
  cpuMs: number
}

interface Contender {
  name: string
  script: string
  /** Called before each start. */
  prepare(): void
  settings: Record<string, string>
  starts: Start[]
}

const own = fileURLToPath(new URL('..', import.meta.url))
const folders = process.argv.length > 2 ? process.argv.slice(2).map((folder) => resolve(folder)) : [own]
const temporary = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
try {
  const contenders = [
    minimalFastify(),
    ...folders.flatMap((folder, at) => services(folder, join(temporary, String(at)))),
  ]
  // The first start creates the store and fills the caches, as `npm ci` does.
  for (const contender of contenders) await start(contender, true)
  for (let round = 0; round < starts; round++) {
    // Alternate which one goes first.
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) contender.starts.push(await start(contender))
  }
  report(contenders)
} finally {
  rmSync(temporary, { recursive: true })
}

function minimalFastify(): Contender {
  const script = fileURLToPath(new URL('./minimal-fastify.js', import.meta.url))
  return { name: 'minimal Fastify app', script, prepare: () => {}, settings: {}, starts: [] }
}

/** The service with its caches and without them. Each is a copy of the checkout, so that the checkout keeps its caches. */
function services(folder: string, copies: string): [cached: Contender, uncached: Contender] {
  const service = (kind: string): Contender & { root: string } => {
    const root = join(copies, kind)
    for (const part of copiedParts) cpSync(join(folder, part), join(root, part), { recursive: true })
    symlinkSync(realpathSync(join(folder, 'node_modules')), join(root, 'node_modules'))
    const settings = { DATABASE_URL: `sqlite:${root}.sqlite` }
    const script = join(root, 'src/bin/start.js')
    return { name: `${basename(folder)}, ${kind} caches`, root, script, prepare: () => {}, settings, starts: [] }
  }
  const uncached = service('without')
  return [
    service('with'),
    { ...uncached, prepare: () => rmSync(join(uncached.root, 'var'), { recursive: true, force: true }) },
  ]
}

async function start({ script, prepare, settings }: Contender, isFirst = false): Promise<Start> {
  prepare()
  const begin = performance.now()
  const server = await startProcess(script, { quiet: true, settings })
  const { port } = server
  await runLoad({ port, request: lookup(port, 'ng'), requests: 1, connections: 1 })
  const measured = { wallMs: performance.now() - begin, cpuMs: server.cpuMs() }
  if (isFirst) await untilIdle(server)
  await server.stop()
  return measured
}

function report(contenders: Contender[]): void {
  const medianOf = ({ starts: all }: Contender, key: keyof Start): number => median(all.map((one) => one[key]))
  const [fastify] = contenders as [Contender]
  const ratioOf = (contender: Contender): number => medianOf(contender, 'wallMs') / medianOf(fastify, 'wallMs')
  console.log(`first list, medians of ${starts} starts: wall time, its ratio to the minimal Fastify app, CPU time`)
  for (const contender of contenders) {
    const [wall, cpu] = [medianOf(contender, 'wallMs'), medianOf(contender, 'cpuMs')]
    const ratio = ratioOf(contender).toFixed(2)
    console.log(
      `${contender.name.padEnd(32)} ${wall.toFixed(0).padStart(5)} ms ${ratio} ${cpu.toFixed(0).padStart(6)} ms`,
    )
  }
  // The last checkout counts, and its start with caches comes before the one without.
  if (ratioOf(contenders.at(-2) as Contender) <= ratioMax) return
  console.log(`too slow: with caches at most ${ratioMax} times the minimal Fastify app`)
  process.exitCode = 1
}
