/**
 * Worker processes that serve the same port, each a complete service. The first process starts and pings them, restarts
 * a worker that has ended or hangs, and stops all of them when it stops itself.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface WorkerPoolOptions {
  count: number
  /** A worker that does not reply to pings for this long counts as hung. */
  timeoutMs: number
  /** A worker that takes longer than this to stop is killed. */
  stopMsMax: number
}

export interface WorkerSetup {
  /** The worker program, which replies to each message once it accepts connections. */
  entry: URL | string
  /** Returns environment variables for worker `number`, counted from 1. Called each time the worker starts. */
  environment(number: number): Record<string, string>
  log: Log
}

interface Worker {
  /** Whether it has replied to a ping, and so accepts connections. */
  isUp: boolean
  /** Pings since its last reply. Unlike a time, they do not grow while the machine or this process is suspended. */
  unanswered: number
  isHung: boolean
}

const pingsPerTimeout = 10
/** A worker that has not replied for this many pings counts as not responding. */
const unansweredMax = pingsPerTimeout / 2
/** A worker that has not started to listen after this many timeouts hangs. A start may take long on a busy machine. */
const timeoutsPerStart = 12

/** Backoff between restarts of a worker that ends before it accepts connections. */
const restartMs = { first: 500, max: 30_000 }

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #running = new Map<ChildProcess, Worker>()
  #stopped: Promise<void> | undefined
  /** How many workers were replaced, by reason. */
  readonly replaced = { ended: 0, hung: 0 }

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** Returns how many workers have replied recently. */
  responding(): number {
    return [...this.#running.values()].filter(({ isUp, unanswered }) => isUp && unanswered <= unansweredMax).length
  }

  start(setup: WorkerSetup): void {
    if (this.#options.count === 0) return
    for (let number = 1; number <= this.#options.count; number++) this.#start(setup, number, restartMs.first)
    setInterval(() => this.#ping(setup.log), this.#options.timeoutMs / pingsPerTimeout).unref()
  }

  signal(signal: NodeJS.Signals): void {
    for (const child of this.#running.keys()) child.kill(signal)
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#stopped ??= this.#stopAll(signal)
    return this.#stopped
  }

  #start(setup: WorkerSetup, number: number, pauseMs: number): void {
    if (this.#stopped) return
    const worker: Worker = { isUp: false, unanswered: 0, isHung: false }
    const restart = async (reason: object): Promise<void> => {
      if (this.#stopped) return
      this.replaced[worker.isHung ? 'hung' : 'ended']++
      setup.log.warn({ worker: number, ...reason }, 'a worker exited and is being restarted')
      await setTimeout(pauseMs, undefined, { ref: false })
      this.#start(setup, number, worker.isUp ? restartMs.first : Math.min(pauseMs * 2, restartMs.max))
    }
    const child = forkWorker(setup.entry, setup.environment(number), (error) => void restart({ err: error }))
    if (!child) return
    this.#running.set(child, worker)
    child.on('message', () => {
      worker.isUp = true
      worker.unanswered = 0
    })
    child.on('error', (error) => setup.log.warn({ err: error, worker: number }, 'a worker failed'))
    child.once('exit', (code, signal) => {
      this.#running.delete(child)
      void restart({ code, signal })
    })
  }

  #ping(log: Log): void {
    // Do not kill workers while the pool is stopping, because `stopMsMax` already limits how long they may take.
    if (this.#stopped) return
    for (const [child, worker] of this.#running) {
      if (worker.isHung) continue
      // The callback ignores the error if the worker has just ended.
      child.send('ping', () => {})
      worker.isHung = worker.unanswered++ >= pingsPerTimeout * (worker.isUp ? 1 : timeoutsPerStart)
      if (!worker.isHung) continue
      log.warn({ workerPid: child.pid }, 'a worker does not respond and is being killed')
      child.kill('SIGKILL')
    }
  }

  async #stopAll(signal: NodeJS.Signals): Promise<void> {
    const exits = [...this.#running.keys()].map((child) => once(child, 'exit'))
    this.signal(signal)
    await Promise.race([Promise.all(exits), setTimeout(this.#options.stopMsMax, undefined, { ref: false })])
    this.signal('SIGKILL')
  }
}

/** Calls `onFailure` if the process cannot be started, for example because the system's process limit is reached. */
function forkWorker(
  entry: URL | string,
  environment: Record<string, string>,
  onFailure: (error: unknown) => void,
): ChildProcess | undefined {
  try {
    const child = fork(entry, { env: { ...process.env, ...environment } })
    if (child.pid !== undefined) return child
    child.once('error', onFailure)
  } catch (error) {
    onFailure(error)
  }
  return undefined
}
