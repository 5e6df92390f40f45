/**
 * Further processes that serve at the same port, each a whole service. The first process starts them, answers what they
 * ask over their channel, starts one again that ended, kills and replaces one that hangs, and ends them all when it ends.
 * When it is gone, they go.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Heartbeats, startHeartbeats } from './heartbeat.ts'
import type { Log } from './store-sync.ts'

export interface WorkerPool {
  /** When each has listened, or ended. */
  ready: Promise<void>
  tell(message: object): void
  /** How many answer heartbeats. */
  answering(): number
  stop(): Promise<void>
}

export interface WorkerPoolOptions {
  count: number
  /** What each runs. */
  entry: string
  /** Settings that are not the first process's own, at the moment. */
  environment(): Record<string, string>
  /** Called with every message of theirs, and with the way back. */
  answer(message: unknown, reply: (answer: object) => void): void
  /** Told of each that is started, when it has listened, and when it has ended. */
  joined(worker: ChildProcess): void
  /** `given`: the settings that it was started with. */
  listened(worker: ChildProcess, given: Record<string, string>): void
  left(worker: ChildProcess): void
  /** Called for each that is replaced, with the reason. */
  onReplaced(reason: 'ended' | 'hung'): void
  /** After which a worker that does not answer counts as hung. */
  timeoutMs: number
  /** For a worker to end, after which it is killed. */
  stopMsMax: number
  log: Log
}

/** What a worker says when it listens. */
export const listeningMessage = { isListening: true }
const isListening = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'isListening' in message

/** One that ends at once, over and over, is not started in a hurry. */
const pauseMs = { first: 500, most: 30_000 }

export function startWorkerPool({
  count,
  entry,
  environment,
  answer,
  joined,
  listened,
  left,
  onReplaced,
  timeoutMs,
  stopMsMax,
  log,
}: WorkerPoolOptions): WorkerPool {
  const running = new Set<ChildProcess>()
  const hung = new Set<ChildProcess>()
  let isStopping = false
  const send = (child: ChildProcess, message: object): void => {
    // It may be gone by the time there is something to say.
    if (child.connected) child.send(message, () => {})
  }
  const beats: Heartbeats<ChildProcess> = startHeartbeats({
    timeoutMs,
    send,
    areAllUp: () => beats.answering() === count,
    onHung: (child) => {
      // What is under way has its own time limit then.
      if (isStopping) return
      log.warn({ workerPid: child.pid, timeoutMs }, 'a worker does not answer, and is killed')
      hung.add(child)
      child.kill('SIGKILL')
    },
  })

  const start = (number: number, pause: number): Promise<void> => {
    const given = environment()
    let hasListened = false
    const settled = Promise.withResolvers<void>()
    const ended = async (outcome: object): Promise<void> => {
      settled.resolve()
      if (isStopping) return
      log.warn({ worker: number, ...outcome }, 'a worker ended, and is started again')
      const next = hasListened ? pauseMs.first : Math.min(pause * 2, pauseMs.most)
      await setTimeout(pause, undefined, { ref: false })
      if (!isStopping) await start(number, next)
    }
    let child: ChildProcess
    try {
      child = fork(entry, { env: { ...process.env, ...given }, serialization: 'advanced' })
    } catch (error) {
      void ended({ err: error })
      return settled.promise
    }
    // Without a number it was never there: the system had no room for one more process.
    if (child.pid === undefined) {
      child.once('error', (error) => void ended({ err: error }))
      return settled.promise
    }
    running.add(child)
    beats.joined(child)
    joined(child)
    child.on('message', (message) => {
      if (isListening(message)) {
        hasListened = true
        settled.resolve()
        listened(child, given)
        beats.listened(child)
      }
      beats.onMessage(child, message)
      answer(message, (back) => send(child, back))
    })
    child.on('error', (error) => log.warn({ err: error, worker: number }, 'a worker failed'))
    child.once('exit', (code, signal) => {
      running.delete(child)
      beats.left(child)
      left(child)
      if (!isStopping) onReplaced(hung.has(child) ? 'hung' : 'ended')
      hung.delete(child)
      void ended({ code, signal })
    })
    return settled.promise
  }

  const stop = async (): Promise<void> => {
    isStopping = true
    const ends = [...running].map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGTERM')
    await Promise.race([Promise.all(ends), setTimeout(stopMsMax, undefined, { ref: false })])
    for (const child of running) child.kill('SIGKILL')
    beats.stop()
  }
  let stopped: Promise<void> | undefined

  const started = Array.from({ length: count }, (_, at) => start(at + 2, pauseMs.first))
  return {
    ready: Promise.all(started).then(() => {}),
    tell: (message) => {
      for (const child of running) send(child, message)
    },
    answering: beats.answering,
    stop: () => {
      // A second signal would end a worker at once, whatever it has under way.
      stopped ??= stop()
      return stopped
    },
  }
}
