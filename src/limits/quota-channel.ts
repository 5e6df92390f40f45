/**
 * Shared counts over a channel of messages: the process that holds the counts answers, the others ask. The channel may
 * carry other messages; each side knows its own.
 */
import type { QuotaStore, Reservation } from './quota-store.ts'
import { quotaTimeoutMs, withTimeout } from './with-timeout.ts'

interface Question {
  countsQuestion: number
  subject: string
  quota: number
  wanted: number
}

interface Answer {
  countsAnswer: number
  grant: Reservation
}

/** More unanswered questions than this are a channel that is gone. */
const questionsMax = 10_000

/** Called with every message of an asking process, and with the way back to it, which must bear that it is gone. */
export function answerCounts(counts: QuotaStore): (message: unknown, reply: (answer: object) => void) => void {
  return async (message, reply) => {
    if (!isQuestion(message)) return
    const { countsQuestion, subject, quota, wanted } = message
    // One that fails is not answered: who asked stops waiting by itself.
    const grant = await counts.reserve(subject, quota, wanted).catch(() => undefined)
    if (grant) reply({ countsAnswer: countsQuestion, grant } satisfies Answer)
  }
}

/** `send` may throw, or lose what it is given; `onMessage` is told whom to call with every message that comes back. */
export function askCounts(
  send: (question: object) => void,
  onMessage: (listener: (message: unknown) => void) => void,
  timeoutMs = quotaTimeoutMs,
): QuotaStore {
  const asked = new Map<number, (grant: Reservation) => void>()
  let last = 0
  onMessage((message) => {
    if (isAnswer(message)) asked.get(message.countsAnswer)?.(message.grant)
  })
  return {
    reserve: async (subject, quota, wanted) => {
      if (asked.size >= questionsMax) throw new Error(`${questionsMax} questions are not answered yet.`)
      const number = ++last
      const answered = new Promise<Reservation>((resolve) => asked.set(number, resolve))
      try {
        send({ countsQuestion: number, subject, quota, wanted } satisfies Question)
        return await withTimeout(answered, timeoutMs)
      } finally {
        asked.delete(number)
      }
    },
  }
}

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'countsQuestion' in message

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'countsAnswer' in message
