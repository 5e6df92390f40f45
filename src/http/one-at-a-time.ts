/**
 * Handles one request of a connection at a time, and defers requests that one turn of the event loop has no time for.
 * A client may send hundreds of requests in one packet, or on hundreds of connections at once; Node would start them all
 * before it reads from anyone else.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressOf } from './address.ts'
import type { Scheduler } from './scheduler.ts'

/** So many requests of a connection may wait; then nothing more is read from it until one is answered. */
const pipelinedMax = 32

const waiting = Symbol('waiting requests')

type PipelinedSocket = IncomingMessage['socket'] & { [waiting]?: number }

export function oneAtATime(listener: RequestListener, scheduler: Scheduler, addressOf: AddressOf): RequestListener {
  const start = (request: IncomingMessage, response: ServerResponse): void => {
    void scheduler.run(addressOf(request), () => listener(request, response), 'light')
  }
  return (request, response) => {
    // Node gives a response its socket when the responses before it on the connection have been sent.
    if (response.socket) {
      start(request, response)
      return
    }
    const socket = request.socket as PipelinedSocket
    socket[waiting] = (socket[waiting] ?? 0) + 1
    if (socket[waiting] >= pipelinedMax) socket.pause()
    response.once('socket', () => {
      socket[waiting] = (socket[waiting] as number) - 1
      if (socket[waiting] < pipelinedMax) socket.resume()
      start(request, response)
    })
  }
}
