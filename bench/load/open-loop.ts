/**
 * Sends requests when they are due, whether the earlier ones are answered or not, and counts the time of each from when
 * it was due: what waits because the service or the client is late is not left out.
 */
import { type Answer, type Connection, openConnection } from './connection.ts'

export interface Question {
  bytes: Buffer
  /** Always read the whole answer. */
  isRead: boolean
  /** What is wrong with an answer that was read, if anything is; of one that was not, only the status is there. */
  fault(answer: Answer, wasRead: boolean): string | undefined
}

export interface Schedule {
  port: number
  /** A second. One that is out of reach, such as `Infinity`, makes it a closed loop: each connection asks again at once. */
  rate: number
  requests: number
  connections: number
  next(): Question
  /** One answer in so many is read and checked. */
  readsEvery: number
  onAnswer(ms: number): void
  onFault(fault: string): void
  /** How late the client's own timer was, a thousand times a second at most: the noise of the machine. */
  onTick?(lateMs: number): void
}

const tickMs = 1
/** Connections that the service ended are opened again, but not for ever. */
const openedAgainMax = 1_000

/** Resolves when every request is answered or failed. A request that finds no connection free waits for one. */
export function keepSchedule(schedule: Schedule): Promise<void> {
  const { port, rate, requests, connections, next, readsEvery, onAnswer, onFault, onTick } = schedule
  const startMs = performance.now()
  const dueMs = (number: number): number => startMs + (number * 1000) / rate
  const idle: Line[] = []
  const all = new Set<Line>()
  let sent = 0
  let settled = 0
  let openedAgain = 0
  const over = Promise.withResolvers<void>()

  interface Line {
    connection: Connection
    asked: { question: Question; dueMs: number; isRead: boolean } | undefined
  }

  const finish = (error?: Error): void => {
    sent = requests
    settled = requests
    for (const { connection } of all) connection.end()
    if (error) over.reject(error)
    else over.resolve()
  }
  const settle = (): void => {
    settled++
    if (settled === requests) finish()
  }

  const open = (): void => {
    const line: Line = {
      asked: undefined,
      connection: openConnection({
        port,
        onAnswer: (answer) => {
          const { asked } = line
          if (!asked) {
            onFault('an answer that nobody asked for')
            return
          }
          line.asked = undefined
          onAnswer(performance.now() - asked.dueMs)
          const fault = asked.question.fault(answer, asked.isRead)
          if (fault !== undefined) onFault(fault)
          idle.push(line)
          settle()
          sendDue()
        },
        onEnd: (error) => {
          all.delete(line)
          if (settled >= requests) return
          onFault(error?.message ?? 'the service ended a connection')
          if (line.asked) settle()
          else idle.splice(idle.indexOf(line), 1)
          if (settled >= requests) return
          if (++openedAgain > openedAgainMax) finish(new Error('The service ends its connections.'))
          else open()
        },
      }),
    }
    all.add(line)
    idle.push(line)
  }

  const sendDue = (): void => {
    const now = performance.now()
    while (idle.length > 0 && sent < requests && dueMs(sent) <= now) {
      // The one that has rested longest, so that all are used.
      const line = idle.shift() as Line
      const question = next()
      const isRead = question.isRead || sent % readsEvery === 0
      line.asked = { question, dueMs: dueMs(sent), isRead }
      sent++
      line.connection.send(question.bytes, isRead)
    }
  }

  const tick = (setMs: number): void => {
    const now = performance.now()
    onTick?.(Math.max(0, now - setMs - tickMs))
    sendDue()
    if (sent < requests) setTimeout(tick, tickMs, performance.now())
  }

  for (let number = 0; number < connections; number++) open()
  tick(startMs)
  return over.promise
}
