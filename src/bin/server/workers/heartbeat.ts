/**
 * Heartbeats between the primary process and its workers. The primary sends one to each worker at an interval, and the
 * worker replies from its event loop: a process that is stopped or in an endless loop is silent on its side.
 */
import type { Peer } from '../../../ipc/rpc.ts'

const beatMethod = 'heartbeat'
const replyMethod = 'heartbeat.reply'

/** Heartbeats per `timeoutMs` (`WORKER_TIMEOUT` in `src/config.ts`), after which a silent process counts as hung. */
const beatsPerTimeout = 10
/** After this share of the timeout, a silent process counts as not responding. */
const quietShare = 0.5

const intervalFor = (timeoutMs: number): number => timeoutMs / beatsPerTimeout

/**
 * Measures the time in which this process runs. A late tick adds two intervals at most: after the machine was suspended,
 * or this process was stopped, the other processes are not to blame for the silence.
 */
export function createAwakeClock(intervalMs: number, nowMs: () => number = () => performance.now()) {
  let lastMs = nowMs()
  let awakeMs = 0
  return {
    tick: (): void => {
      const now = nowMs()
      awakeMs += Math.min(now - lastMs, 2 * intervalMs)
      lastMs = now
    },
    ms: (): number => awakeMs,
  }
}

export interface Heartbeats {
  /** Starts to send heartbeats to a worker. */
  add(worker: Peer): void
  /** From now on the worker has to reply; during its start it is too busy. Calls `onHung` once if it stops replying. */
  expectReplies(worker: Peer, onHung: () => void): void
  remove(worker: Peer): void
  /** How many workers have replied recently. */
  responding(): number
  stop(): void
}

/** For the primary process. Each heartbeat tells the workers whether all of them are up. */
export function createHeartbeats({
  timeoutMs,
  areAllUp,
  nowMs,
}: {
  timeoutMs: number
  areAllUp(): boolean
  nowMs?: () => number
}): Heartbeats {
  const intervalMs = intervalFor(timeoutMs)
  const clock = createAwakeClock(intervalMs, nowMs)
  const workers = new Set<Peer>()
  const expected = new Map<Peer, { heardMs: number; onHung: () => void }>()
  let timer: NodeJS.Timeout | undefined

  const beat = (): void => {
    clock.tick()
    for (const worker of workers) worker.notify(beatMethod, areAllUp())
    for (const [worker, { heardMs, onHung }] of expected) {
      if (clock.ms() - heardMs < timeoutMs) continue
      expected.delete(worker)
      onHung()
    }
  }
  return {
    add: (worker) => {
      timer ??= setInterval(beat, intervalMs).unref()
      workers.add(worker)
      worker.handle(replyMethod, () => {
        const entry = expected.get(worker)
        if (entry) entry.heardMs = clock.ms()
      })
    },
    expectReplies: (worker, onHung) => {
      expected.set(worker, { heardMs: clock.ms(), onHung })
      // At once: a worker notices a hung primary only after its first heartbeat.
      worker.notify(beatMethod, areAllUp())
    },
    remove: (worker) => {
      workers.delete(worker)
      expected.delete(worker)
    },
    responding: () =>
      [...expected.values()].filter(({ heardMs }) => clock.ms() - heardMs < timeoutMs * quietShare).length,
    stop: () => clearInterval(timer),
  }
}

export interface PrimaryWatch {
  /** As the primary process sees it; false while the primary hangs. */
  areAllUp(): boolean
  /** Calls the listener when heartbeats stop, and when they come back. */
  onHungChange(listener: (isHung: boolean) => void): void
}

/** For a worker: replies to heartbeats, and lets calls to the primary fail at once while there are none. */
export function watchPrimary(
  primary: Peer,
  { timeoutMs, nowMs }: { timeoutMs: number; nowMs?: () => number },
): PrimaryWatch {
  const intervalMs = intervalFor(timeoutMs)
  const clock = createAwakeClock(intervalMs, nowMs)
  const listeners = [primary.setHung]
  /** Undefined before the first heartbeat: the worker is still starting. */
  let heardMs: number | undefined
  let areAllUp = true
  let isHung = false
  const setHung = (next: boolean): void => {
    if (next === isHung) return
    isHung = next
    for (const listener of listeners) listener(next)
  }
  primary.handle(beatMethod, (next: boolean) => {
    heardMs = clock.ms()
    areAllUp = next
    setHung(false)
    primary.notify(replyMethod)
  })
  setInterval(() => {
    clock.tick()
    if (heardMs !== undefined && clock.ms() - heardMs >= timeoutMs * quietShare) setHung(true)
  }, intervalMs).unref()
  return {
    areAllUp: () => areAllUp && !isHung,
    onHungChange: (listener) => void listeners.push(listener),
  }
}
