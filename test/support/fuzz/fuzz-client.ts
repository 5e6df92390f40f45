/** Sends requests in batches on kept connections and hands each answer over with the request that it must belong to. */

import { connect } from 'node:net'
import { deadlineMs } from '../wait-until.ts'
import type { FuzzedRequest } from './fuzz-requests.ts'
import { answerReader, headerOf, type ReadAnswer } from './response-reader.ts'

export interface Conversation {
  port: number
  /** The next requests to send in one write; none when it is over. */
  take(): FuzzedRequest[]
  onAnswer(request: FuzzedRequest, answer: ReadAnswer): void
  /** The connection was closed, as an answer before it had said or as the request may cause. */
  onUnread(request: FuzzedRequest): void
  onFault(request: FuzzedRequest | undefined, fault: string): void
}

/** Resolves when there is nothing to send any more. */
export async function converse(conversation: Conversation): Promise<void> {
  while (await converseOnce(conversation)) {
    // The connection was closed; the next one goes on.
  }
}

/** One connection, until it is closed. Says whether there may be more to send. */
function converseOnce({ port, take, onAnswer, onUnread, onFault }: Conversation): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let waiting: FuzzedRequest[] = []
    let at = 0
    let [isOver, saidClose] = [false, false]
    const next = (): void => {
      waiting = take()
      at = 0
      isOver = waiting.length === 0
      if (isOver) socket.end()
      else socket.write(waiting.map(({ text }) => text).join(''), 'latin1')
    }
    const read = answerReader(
      () => waiting[at]?.isHead ?? false,
      (answer) => {
        const request = waiting[at]
        if (request) onAnswer(request, answer)
        else onFault(undefined, `An answer came that nobody had asked for: ${answer.head}`)
        at++
        saidClose ||= headerOf(answer.head, 'connection') === 'close'
        if (at === waiting.length && !saidClose) next()
      },
    )
    socket.on('data', (bytes) => {
      try {
        read(bytes)
      } catch (error) {
        onFault(waiting[at], (error as Error).message)
        socket.destroy()
      }
    })
    socket.setTimeout(deadlineMs, () => {
      onFault(waiting[at], 'There was no answer in time.')
      socket.destroy()
    })
    // A reset is a close.
    socket.on('error', () => {})
    socket.on('connect', next)
    socket.on('close', () => {
      for (const request of waiting.slice(at)) {
        if (saidClose || request.mayClose) onUnread(request)
        else onFault(request, 'The connection was closed without an answer.')
      }
      resolve(!isOver)
    })
  })
}
