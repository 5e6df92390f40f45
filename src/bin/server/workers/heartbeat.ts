/**
 * Heartbeats between the primary process and its workers. The primary sends one to each worker at an interval, and the
 * worker replies from its event loop. A process that is suspended or stuck in an endless loop goes silent, so the other
 * side notices.
 */
import type { Peer } from '../../../ipc/rpc.ts'

const beatMethod = 'heartbeat'
const replyMethod = 'heartbeat.reply'

/**
 * The number of heartbeats sent per `timeoutMs` (`WORKER_TIMEOUT` in `src/config.ts`). The primary treats a worker as
 * hung if it is silent for the whole timeout.
 */
const beatsPerTimeout = 10
/** A process that has been silent for this share of the timeout counts as not responding. */
const quietShare = 0.5

const intervalFor = (timeoutMs: number): number => timeoutMs / beatsPerTimeout

/**
 * Measures how long this process has been awake. A late tick adds at most two intervals: if the machine or this process
 * was suspended, that time must not count as silence of the other processes.
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
  /** Starts sending heartbeats to a worker. */
  add(worker: Peer): void
  /**
   * Calls `onHung` once if replies stop. Call this function when the worker has started; until then, it is too busy to
   * reply.
   */
  expectReplies(worker: Peer, onHung: () => void): void
  remove(worker: Peer): void
  /** Returns how many workers have replied recently. */
  responding(): number
  stop(): void
}

/** Sends the heartbeats in the primary process. Each heartbeat tells the worker whether all workers are up. */
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
      // Send the first heartbeat at once, because a worker can detect a hung primary only after its first heartbeat.
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
  /** Whether all workers are up, according to the primary process; false while the primary hangs. */
  areAllUp(): boolean
  /** Calls the listener when heartbeats stop and when they resume. */
  onHungChange(listener: (isHung: boolean) => void): void
}

/** Replies to heartbeats in a worker. If heartbeats stop arriving, makes calls to the primary fail at once. */
export function watchPrimary(
  primary: Peer,
  { timeoutMs, nowMs }: { timeoutMs: number; nowMs?: () => number },
): PrimaryWatch {
  const intervalMs = intervalFor(timeoutMs)
  const clock = createAwakeClock(intervalMs, nowMs)
  const listeners = [primary.setHung]
  /** Undefined before the first heartbeat, while the worker is still starting. */
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
