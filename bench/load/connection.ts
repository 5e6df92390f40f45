/**
 * One keep-alive connection to the service. It parses only the status and the length of a response, unless the caller wants
 * the whole response, so that the client takes as little as possible of the cores it shares with the server.
 */
import { connect } from 'node:net'

export interface ReceivedResponse {
  status: number
  /** Head and body are empty unless the request was sent with `isRead`, or the status is an error. */
  head: string
  body: Buffer
}

export interface Connection {
  /** Sends one request, or several pipelined ones whose responses come in order. */
  send(bytes: Buffer, isRead?: boolean): void
  end(): void
}

export interface ConnectionOptions {
  port: number
  onResponse(answer: ReceivedResponse): void
  /** Called once, whichever side closed the connection; with the error if there was one. */
  onEnd(error: Error | undefined): void
}

/** All connections read into the same buffer, one after another: it stays in the CPU cache and creates no garbage. */
const shared = Buffer.allocUnsafeSlow(256 * 1024)
const nothing = Buffer.alloc(0)
const endOfHead = Buffer.from('\r\n\r\n')
const lengthNames = ['\r\nContent-Length: ', '\r\ncontent-length: '].map((name) => Buffer.from(name))

export function openConnection({ port, onResponse: onAnswer, onEnd }: ConnectionOptions): Connection {
  /** The start of a head that is not yet complete. */
  let partialHead = nothing
  let status = 0
  let head = ''
  let missing = 0
  let pieces: Buffer[] = []
  let isRead = false
  let keepsBody = false
  let failure: Error | undefined

  /** Returns the length of the head. */
  const readHead = (bytes: Buffer, at: number, end: number): number => {
    status = Number(bytes.toString('latin1', at + 9, at + 12))
    missing = status === 304 ? 0 : lengthIn(bytes, at, end)
    keepsBody = isRead || status >= 400 || Number.isNaN(missing)
    if (keepsBody) head = bytes.toString('latin1', at, end)
    return end + endOfHead.length - at
  }

  const read = (bytes: Buffer): void => {
    let at = 0
    while (at < bytes.length) {
      if (status === 0) {
        const end = bytes.indexOf(endOfHead, at)
        if (end < 0) {
          partialHead = Buffer.from(bytes.subarray(at))
          return
        }
        at += readHead(bytes, at, end)
        if (Number.isNaN(missing)) {
          socket.destroy(new Error(`A response without a length: ${head}`))
          return
        }
      }
      const length = Math.min(missing, bytes.length - at)
      if (keepsBody) pieces.push(Buffer.from(bytes.subarray(at, at + length)))
      missing -= length
      at += length
      if (missing > 0) return
      const answer = { status, head, body: keepsBody ? Buffer.concat(pieces) : nothing }
      status = 0
      head = ''
      pieces = []
      onAnswer(answer)
    }
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: shared,
      callback: (length) => {
        const bytes =
          partialHead.length === 0
            ? shared.subarray(0, length)
            : Buffer.concat([partialHead, shared.subarray(0, length)])
        partialHead = nothing
        read(bytes)
        return true
      },
    },
  })
  socket.setTimeout(20_000, () => socket.destroy(new Error('No response for 20 s.')))
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => onEnd(failure))
  return {
    send: (bytes, asked = false) => {
      isRead = asked
      socket.write(bytes)
    },
    end: () => socket.end(),
  }
}

function lengthIn(bytes: Buffer, start: number, end: number): number {
  for (const name of lengthNames) {
    const at = bytes.indexOf(name, start)
    if (at >= 0 && at < end)
      return Number.parseInt(bytes.toString('latin1', at + name.length, at + name.length + 12), 10)
  }
  return Number.NaN
}
