/** Runs test files in copies of the checkout, two at a time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { removeFolder } from './checkout-copy.ts'

const filesAtOnce = 2

/** A fault can cause an endless loop. On a busy machine, the slowest test files take some minutes. */
const timeoutMs = { unit: 120_000, other: 480_000 }

const running = new Set<ChildProcess>()

/** The temporary files of the tests, because a test that is stopped does not delete its own. */
const temporary = mkdtempSync(join(tmpdir(), 'faults-'))
// PostgreSQL runs as another user.
chmodSync(temporary, 0o755)

process.once('exit', () => {
  for (const child of running) stop(child)
  stopDaemons()
  removeFolder(temporary)
})

export interface TestRun {
  files: readonly string[]
  folder: string
  /** The folder without faults. A file that fails there too is ignored. */
  baseline: string
  stopsAtFirst: boolean
}

/** Returns the files that fail because of the faults in the folder. */
export async function findFailures({ files, folder, baseline, stopsAtFirst }: TestRun): Promise<string[]> {
  const failures: string[] = []
  const stopped = new AbortController()
  const next = files.values()
  const runFiles = async (): Promise<void> => {
    for (const file of next) {
      const isPassed = await runTest(folder, file, stopped.signal)
      if (stopped.signal.aborted) return
      if (isPassed || !(await passesBaseline(baseline, file))) continue
      failures.push(file)
      if (stopsAtFirst) return stopped.abort()
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, runFiles))
  stopDaemons()
  return failures
}

const baselineResults = new Map<string, Promise<boolean>>()

function passesBaseline(folder: string, file: string): Promise<boolean> {
  const result = baselineResults.get(file) ?? runTest(folder, file)
  baselineResults.set(file, result)
  return result
}

async function runTest(folder: string, file: string, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: 'var/compile-cache',
    PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    TMPDIR: temporary,
  }
  // A process group of its own, so that the processes that the test starts are stopped with it.
  const child = spawn(process.execPath, ['--test', file], { cwd: folder, env, detached: true, stdio: 'ignore' })
  running.add(child)
  const stopChild = (): void => stop(child)
  const timeout = setTimeout(stopChild, file.startsWith('test/') ? timeoutMs.other : timeoutMs.unit)
  signal?.addEventListener('abort', stopChild)
  const [code] = await once(child, 'exit')
  clearTimeout(timeout)
  signal?.removeEventListener('abort', stopChild)
  running.delete(child)
  return code === 0
}

function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) kill(-pid)
}

/** Stops processes that left the group of their test: PostgreSQL and browsers. Their options name a temporary folder. */
function stopDaemons(): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    if (commandOf(name).includes(`${temporary}/`)) kill(Number(name))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/** The process may have ended already. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
