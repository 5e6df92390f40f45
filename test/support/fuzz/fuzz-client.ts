/** Sends batches of requests on keep-alive connections, and matches each response to its request. */

import { connect } from 'node:net'
import { deadlineMs } from '../wait-until.ts'
import type { FuzzedRequest } from './fuzz-requests.ts'
import { createResponseReader, headerOf, type ParsedResponse } from './response-reader.ts'

export interface FuzzSession {
  port: number
  /** The next requests to send in one write; empty at the end of the session. */
  nextBatch(): FuzzedRequest[]
  onResponse(request: FuzzedRequest, response: ParsedResponse): void
  /** The connection was closed before this request got a response, and was allowed to be. */
  onDropped(request: FuzzedRequest): void
  onFault(request: FuzzedRequest | undefined, fault: string): void
}

/** Resolves when all batches are sent. */
export async function runSession(session: FuzzSession): Promise<void> {
  while (await runConnection(session)) {
    // The connection was closed; continue on a new one.
  }
}

/** Uses one connection until it is closed. Resolves to whether there may be more batches. */
function runConnection({ port, nextBatch, onResponse, onDropped, onFault }: FuzzSession): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let waiting: FuzzedRequest[] = []
    let at = 0
    let [isDone, isClosing] = [false, false]
    const next = (): void => {
      waiting = nextBatch()
      at = 0
      isDone = waiting.length === 0
      if (isDone) socket.end()
      else socket.write(waiting.map(({ text }) => text).join(''), 'latin1')
    }
    const read = createResponseReader(
      () => waiting[at]?.isHead ?? false,
      (response) => {
        const request = waiting[at]
        if (request) onResponse(request, response)
        else onFault(undefined, `Unexpected response: ${response.head}`)
        at++
        isClosing ||= headerOf(response.head, 'connection') === 'close'
        if (at === waiting.length && !isClosing) next()
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
      onFault(waiting[at], 'The response timed out.')
      socket.destroy()
    })
    // Treat a reset as a close.
    socket.on('error', () => {})
    socket.on('connect', next)
    socket.on('close', () => {
      for (const request of waiting.slice(at)) {
        if (isClosing || request.mayClose) onDropped(request)
        else onFault(request, 'The connection was closed without a response.')
      }
      resolve(!isDone)
    })
  })
}
