/**
 * Handles one request per connection at a time, and defers requests if the current turn of the event loop has no time
 * left. A client may send hundreds of requests in one packet, or on hundreds of connections at once. Without this, Node
 * would parse and start them all before it reads from other connections.
 */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { AddressReader } from './client-address.ts'
import type { Scheduler } from './scheduler.ts'

/** The server stops parsing a connection while this many of its pipelined requests are waiting. */
const pipelinedMax = 32
/**
 * Number of bytes parsed at once. A request is at least 18 bytes long, so a slice holds at most a few hundred requests.
 */
const sliceBytes = 4 * 1024

/** The state of a connection whose pipelined requests wait for their turn. */
interface Pipeline {
  waiting: number
  /** Parses the bytes that were received but not parsed yet, now or in a later turn. */
  parseRest(): void
}

const pipelines = new WeakMap<Socket, Pipeline>()

export function oneAtATime(listener: RequestListener, scheduler: Scheduler, addressOf: AddressReader): RequestListener {
  return (request, response) => {
    const handle = (): void => {
      if (!request.socket.destroyed) listener(request, response)
    }
    const start = (): void => void scheduler.run(addressOf(request), handle, 'light')
    // Start the request now if it is next: Node assigns the socket to a response once all earlier responses on the
    // connection have been sent.
    if (response.socket) {
      start()
      return
    }
    const pipeline = pipelines.get(request.socket)
    if (pipeline) pipeline.waiting++
    response.once('socket', () => {
      start()
      if (pipeline && pipeline.waiting-- === pipelinedMax) pipeline.parseRest()
    })
  }
}

/**
 * Parses each connection in small slices, when the current turn has time, and stops while many of its requests are
 * waiting. Pausing the socket is not enough, because Node parses 64 KiB at once, which can be thousands of requests. So
 * this function replaces Node's `data` listener with one that passes the data to the original listener slice by slice.
 */
export function boundPipelining(server: Server, scheduler: Scheduler): void {
  server.on('connection', (socket: Socket & { parser?: unknown }) => {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    const end = socket.listeners('end').at(-1) as (() => void) | undefined
    if (!parse || !end) return
    // By connection, because the address of the client is not known yet: a proxy sends the requests of many clients.
    const caller = `${socket.remoteAddress} ${socket.remotePort}`
    let rest: Buffer | undefined
    /** Whether the client has sent everything. */
    let hasEnded = false
    const parseSlice = (): void => {
      // The connection has no parser if it is closed or has become a tunnel.
      if (!rest || !socket.parser || pipeline.waiting >= pipelinedMax) return
      const slice = rest.subarray(0, sliceBytes)
      rest = rest.length > sliceBytes ? rest.subarray(sliceBytes) : undefined
      parse.call(socket, slice)
      // Pause again: Node resumes the socket when it has parsed a request.
      if (rest) socket.pause()
      parseRest()
    }
    const parseRest = (): void => {
      if (rest && pipeline.waiting < pipelinedMax) void scheduler.run(caller, parseSlice, 'light')
      if (rest) return
      if (hasEnded) end.call(socket)
      else if (socket.isPaused()) socket.resume()
    }
    const pipeline: Pipeline = { waiting: 0, parseRest }
    pipelines.set(socket, pipeline)
    socket.removeListener('data', parse).removeListener('end', end)
    // Node must not see the end before the bytes: it would reject a request whose body is not parsed yet.
    socket.on('end', () => {
      hasEnded = true
      if (!rest) end.call(socket)
    })
    socket.on('data', (bytes) => {
      if (!socket.parser) return
      const isIdle = !rest
      rest = rest ? Buffer.concat([rest, bytes]) : bytes
      if (isIdle) parseRest()
      if (rest) socket.pause()
    })
  })
}
