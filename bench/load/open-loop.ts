/**
 * Open-loop load: sends requests when they are due, whether or not earlier ones have a response. The latency counts from the
 * due time, so it includes waiting because the service or the client is late (no coordinated omission).
 */
import { type Connection, openConnection, type ReceivedResponse } from './connection.ts'

export interface PlannedRequest {
  bytes: Buffer
  /** Always read the whole response. */
  isRead: boolean
  /** Returns the error in a response, if there is one. A response that was not read has only its status. */
  fault(answer: ReceivedResponse, wasRead: boolean): string | undefined
}

export interface Schedule {
  port: number
  /** Requests per second. `Infinity` makes it a closed loop: each connection sends its next request at once. */
  rate: number
  requests: number
  connections: number
  next(): PlannedRequest
  /** One response in this many is read and checked. */
  readsEvery: number
  onAnswer(ms: number): void
  onFault(fault: string): void
  /** How late the client's own timer was, called at most a thousand times a second: the noise of the machine. */
  onTick?(lateMs: number): void
}

const tickMs = 1
/** Connections that the service closed are reopened, up to a limit. */
const reopenedMax = 1_000

/** Resolves when every request has a response or has failed. A request waits if no connection is free. */
export function runSchedule(schedule: Schedule): Promise<void> {
  const { port, rate, requests, connections, next, readsEvery, onAnswer, onFault, onTick } = schedule
  const startMs = performance.now()
  const dueMs = (number: number): number => startMs + (number * 1000) / rate
  const idle: Line[] = []
  const all = new Set<Line>()
  let sent = 0
  let settled = 0
  let reopened = 0
  const finished = Promise.withResolvers<void>()

  interface Line {
    connection: Connection
    asked: { question: PlannedRequest; dueMs: number; isRead: boolean } | undefined
  }

  const finish = (error?: Error): void => {
    sent = requests
    settled = requests
    for (const { connection } of all) connection.end()
    if (error) finished.reject(error)
    else finished.resolve()
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
        onResponse: (answer) => {
          const { asked } = line
          if (!asked) {
            onFault('a response without a request')
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
          onFault(error?.message ?? 'the service closed a connection')
          if (line.asked) settle()
          else idle.splice(idle.indexOf(line), 1)
          if (settled >= requests) return
          if (++reopened > reopenedMax) finish(new Error('The service keeps closing its connections.'))
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
      // Take the connection that was idle longest, so that all are used.
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
  return finished.promise
}
