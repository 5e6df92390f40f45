/**
 * Worker processes that serve the same port. Each of them is a complete service. The primary starts them, restarts a
 * worker that has ended, kills and replaces a worker that hangs, and stops all of them when it stops itself.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { createPeer, type Peer, processChannel } from '../../../ipc/rpc.ts'
import type { Log } from '../log.ts'
import { createHeartbeats, type Heartbeats } from './heartbeat.ts'
import { listeningMethod } from './worker-protocol.ts'

export interface WorkerPoolOptions {
  count: number
  /** A worker that does not reply to heartbeats for this long counts as hung. */
  timeoutMs: number
  /** A worker that takes longer than this to stop is killed. */
  stopMsMax: number
}

export interface WorkerSetup {
  /** Path of the worker program. */
  entry: string
  /** Returns environment variables that override those of the primary. Called each time a worker starts. */
  environment(): Record<string, string>
  /** Called when a worker process has started, to add the handlers for its calls. */
  onStart(worker: Peer): void
  /** Called when a worker accepts connections, with the environment variables that it was started with. */
  onListening(worker: Peer, environment: Record<string, string>): void
  onExit(worker: Peer): void
  onReplaced(reason: 'ended' | 'hung'): void
  log: Log
}

/** A worker that has not started to listen after this many timeouts hangs. A start may take long on a busy machine. */
const timeoutsPerStart = 12

/** Backoff between restarts of a worker that ends before it accepts connections. */
const restartMs = { first: 500, max: 30_000 }

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #heartbeats: Heartbeats
  readonly #running = new Map<ChildProcess, Peer>()
  readonly #hung = new Set<ChildProcess>()
  #stopped: Promise<void> | undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#heartbeats = createHeartbeats({ timeoutMs: options.timeoutMs, areAllUp: () => this.areAllUp() })
  }

  /** Returns how many workers reply to heartbeats. */
  responding(): number {
    return this.#heartbeats.responding()
  }

  areAllUp(): boolean {
    return this.responding() === this.#options.count
  }

  notifyAll(method: string): void {
    for (const worker of this.#running.values()) worker.notify(method)
  }

  /** Resolves when every worker either accepts connections or has ended. */
  async start(setup: WorkerSetup): Promise<void> {
    if (this.#stopped) return
    const workers = Array.from({ length: this.#options.count }, (_, index) => index + 2)
    await Promise.all(workers.map((number) => this.#start(setup, number, restartMs.first)))
  }

  stop(): Promise<void> {
    // Stop only once: a second SIGTERM would end a worker immediately, even if it still has requests in progress.
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  #start(setup: WorkerSetup, number: number, pauseMs: number): Promise<void> {
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
    const environment = setup.environment()
    let hasListened = false
    const restart = async (reason: object): Promise<void> => {
      settle()
      if (this.#stopped) return
      setup.log.warn({ worker: number, ...reason }, 'a worker exited and is being restarted')
      await setTimeout(pauseMs, undefined, { ref: false })
      if (this.#stopped) return
      await this.#start(setup, number, hasListened ? restartMs.first : Math.min(pauseMs * 2, restartMs.max))
    }
    const child = forkWorker(setup.entry, environment, (error) => void restart({ err: error }))
    if (!child) return settled
    const worker = createPeer(processChannel(child))
    this.#running.set(child, worker)
    this.#heartbeats.add(worker)
    setup.onStart(worker)
    const startMsMax = timeoutsPerStart * this.#options.timeoutMs
    const startTimer = globalThis.setTimeout(() => this.#killHung(child, setup.log), startMsMax).unref()
    worker.handle(listeningMethod, () => {
      clearTimeout(startTimer)
      hasListened = true
      settle()
      setup.onListening(worker, environment)
      this.#heartbeats.expectReplies(worker, () => this.#killHung(child, setup.log))
    })
    child.on('error', (error) => setup.log.warn({ err: error, worker: number }, 'a worker failed'))
    child.once('exit', (code, signal) => {
      clearTimeout(startTimer)
      this.#onExit(child, worker, setup)
      void restart({ code, signal })
    })
    return settled
  }

  #onExit(child: ChildProcess, worker: Peer, setup: WorkerSetup): void {
    this.#running.delete(child)
    this.#heartbeats.remove(worker)
    setup.onExit(worker)
    if (!this.#stopped) setup.onReplaced(this.#hung.has(child) ? 'hung' : 'ended')
    this.#hung.delete(child)
  }

  #killHung(child: ChildProcess, log: Log): void {
    // Do not kill workers while the pool is stopping, because `stopMsMax` already limits how long they may take.
    if (this.#stopped) return
    log.warn(
      { workerPid: child.pid, timeoutMs: this.#options.timeoutMs },
      'a worker does not respond and is being killed',
    )
    this.#hung.add(child)
    child.kill('SIGKILL')
  }

  async #stopAll(): Promise<void> {
    const exits = [...this.#running.keys()].map((child) => once(child, 'exit'))
    for (const child of this.#running.keys()) child.kill('SIGTERM')
    await Promise.race([Promise.all(exits), setTimeout(this.#options.stopMsMax, undefined, { ref: false })])
    for (const child of this.#running.keys()) child.kill('SIGKILL')
    this.#heartbeats.stop()
  }
}

/** Calls `onFailure` if the process cannot be started, for example because the system's process limit is reached. */
function forkWorker(
  entry: string,
  environment: Record<string, string>,
  onFailure: (error: unknown) => void,
): ChildProcess | undefined {
  try {
    const child = fork(entry, { env: { ...process.env, ...environment }, serialization: 'advanced' })
    if (child.pid !== undefined) return child
    child.once('error', onFailure)
  } catch (error) {
    onFailure(error)
  }
  return undefined
}
