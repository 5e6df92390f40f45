/**
 * Heartbeats over the channel between the first process and the workers. The first sends one to each worker in turn, and the
 * worker answers from its event loop: a process that is stopped or in an endless loop is silent on its side of the channel.
 */

/** Sent by the first; `areAllUp`: whether every process answers. */
interface Beat {
  heartbeat: true
  areAllUp: boolean
}
const answer = { heartbeatAnswer: true }

const isBeat = (message: unknown): message is Beat =>
  typeof message === 'object' && message !== null && 'heartbeat' in message
const isAnswer = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'heartbeatAnswer' in message

/** So many beats fit into the time after which a silent process counts as hung. */
const beatsPerTimeout = 10
/** After this part of that time, it counts as not answering. */
const quietPart = 0.5

const intervalOf = (timeoutMs: number): number => timeoutMs / beatsPerTimeout

/**
 * Counts the time in which this process runs. A tick that comes late adds two intervals at most: after the machine was
 * suspended, or this process was stopped, the others are not to blame for the silence.
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

export interface Heartbeats<Peer> {
  /** From now on it gets heartbeats. */
  joined(peer: Peer): void
  /** From now on it has to answer them: while it starts, it is busy. */
  listened(peer: Peer): void
  left(peer: Peer): void
  /** Called with every message of that process. */
  onMessage(peer: Peer, message: unknown): void
  /** How many have answered of late. */
  answering(): number
  stop(): void
}

/** For the first process. `onHung` is called once for each that was silent for `timeoutMs`. */
export function startHeartbeats<Peer>({
  timeoutMs,
  send,
  areAllUp,
  onHung,
  nowMs,
}: {
  timeoutMs: number
  send(peer: Peer, message: object): void
  areAllUp(): boolean
  onHung(peer: Peer): void
  nowMs?: () => number
}): Heartbeats<Peer> {
  const intervalMs = intervalOf(timeoutMs)
  const clock = createAwakeClock(intervalMs, nowMs)
  const peers = new Set<Peer>()
  /** By peer that has to answer. */
  const heardMs = new Map<Peer, number>()
  const beat = (): void => {
    clock.tick()
    for (const peer of peers) send(peer, { heartbeat: true, areAllUp: areAllUp() } satisfies Beat)
    for (const [peer, atMs] of heardMs) {
      if (clock.ms() - atMs < timeoutMs) continue
      heardMs.delete(peer)
      onHung(peer)
    }
  }
  const timer = setInterval(beat, intervalMs).unref()
  return {
    joined: (peer) => void peers.add(peer),
    listened: (peer) => void heardMs.set(peer, clock.ms()),
    left: (peer) => {
      peers.delete(peer)
      heardMs.delete(peer)
    },
    onMessage: (peer, message) => {
      if (isAnswer(message) && heardMs.has(peer)) heardMs.set(peer, clock.ms())
    },
    answering: () => [...heardMs.values()].filter((atMs) => clock.ms() - atMs < timeoutMs * quietPart).length,
    stop: () => clearInterval(timer),
  }
}

export interface PrimaryWatch {
  /** Whether the first process has sent no heartbeat for a while. */
  isSilent(): boolean
  /** As the first process sees it; false while it is silent. */
  areAllUp(): boolean
  /** Called at each change. */
  onChange(listener: (isSilent: boolean) => void): void
}

/** For a worker: answers the heartbeats of the first process, and notices when there are none. */
export function watchPrimary(
  { send, onMessage }: { send(message: object): void; onMessage(listener: (message: unknown) => void): void },
  { timeoutMs, nowMs }: { timeoutMs: number; nowMs?: () => number },
): PrimaryWatch {
  const intervalMs = intervalOf(timeoutMs)
  const clock = createAwakeClock(intervalMs, nowMs)
  const listeners: ((isSilent: boolean) => void)[] = []
  /** Undefined before the first one: the worker is still starting. */
  let heardMs: number | undefined
  let areAllUp = true
  let isSilent = false
  const change = (next: boolean): void => {
    if (next === isSilent) return
    isSilent = next
    for (const listener of listeners) listener(next)
  }
  onMessage((message) => {
    if (!isBeat(message)) return
    heardMs = clock.ms()
    areAllUp = message.areAllUp
    change(false)
    send(answer)
  })
  setInterval(() => {
    clock.tick()
    if (heardMs !== undefined && clock.ms() - heardMs >= timeoutMs * quietPart) change(true)
  }, intervalMs).unref()
  return {
    isSilent: () => isSilent,
    areAllUp: () => areAllUp && !isSilent,
    onChange: (listener) => void listeners.push(listener),
  }
}
