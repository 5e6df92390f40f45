/**
 * Figures over a channel of messages between two processes: one asks, the other answers. The channel may carry other
 * messages; each side knows its own.
 */
import type { Snapshot } from './snapshot.ts'

interface Question {
  figuresQuestion: number
}

interface Answer {
  figuresAnswer: number
  snapshot: Snapshot
}

/** Called with every message of the asking process, and with the way back to it. */
export function answerFigures(
  snapshot: () => Snapshot,
): (message: unknown, reply: (answer: object) => unknown) => void {
  return (message, reply) => {
    if (has(message, 'figuresQuestion')) {
      reply({ figuresAnswer: (message as Question).figuresQuestion, snapshot: snapshot() } satisfies Answer)
    }
  }
}

/** `onMessage` is told whom to call with every message that comes back. Whoever asks decides how long to wait. */
export function askFigures(
  send: (question: object) => unknown,
  onMessage: (listener: (message: unknown) => void) => void,
): () => Promise<Snapshot> {
  let last = 0
  // Only the newest question counts: figures that come late are old.
  let wanted: (snapshot: Snapshot) => void = () => {}
  onMessage((message) => {
    if (has(message, 'figuresAnswer') && (message as Answer).figuresAnswer === last)
      wanted((message as Answer).snapshot)
  })
  return () =>
    new Promise((resolve) => {
      wanted = resolve
      send({ figuresQuestion: ++last } satisfies Question)
    })
}

const has = (message: unknown, name: string): boolean =>
  typeof message === 'object' && message !== null && name in message
