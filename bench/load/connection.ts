/**
 * One kept connection to the service. It reads no more of an answer than its status and its length, unless it is asked
 * for the whole, so that the client takes as little as possible of the cores it shares with the server.
 */
import { connect } from 'node:net'

export interface Answer {
  status: number
  /** These two are empty if nobody asked for them; of a refusal they are there. */
  head: string
  body: Buffer
}

export interface Connection {
  /** One request, or several at once whose answers come in their order. */
  send(bytes: Buffer, isRead?: boolean): void
  end(): void
}

export interface ConnectionParts {
  port: number
  onAnswer(answer: Answer): void
  /** Once, whoever ended it; with the reason if that was a fault. */
  onEnd(error: Error | undefined): void
}

/** All connections read into the same memory, one after the other: it stays in the cache, and nothing is thrown away. */
const shared = Buffer.allocUnsafeSlow(256 * 1024)
const nothing = Buffer.alloc(0)
const endOfHead = Buffer.from('\r\n\r\n')
const lengthNames = ['\r\nContent-Length: ', '\r\ncontent-length: '].map((name) => Buffer.from(name))

export function openConnection({ port, onAnswer, onEnd }: ConnectionParts): Connection {
  /** The beginning of a head whose end has not come. */
  let begun = nothing
  let status = 0
  let head = ''
  let missing = 0
  let pieces: Buffer[] = []
  let isRead = false
  let keeps = false
  let failure: Error | undefined

  /** How many of the bytes were its head. */
  const readHead = (bytes: Buffer, at: number, end: number): number => {
    status = Number(bytes.toString('latin1', at + 9, at + 12))
    missing = status === 304 ? 0 : lengthIn(bytes, at, end)
    keeps = isRead || status >= 400 || Number.isNaN(missing)
    if (keeps) head = bytes.toString('latin1', at, end)
    return end + endOfHead.length - at
  }

  const read = (bytes: Buffer): void => {
    let at = 0
    while (at < bytes.length) {
      if (status === 0) {
        const end = bytes.indexOf(endOfHead, at)
        if (end < 0) {
          begun = Buffer.from(bytes.subarray(at))
          return
        }
        at += readHead(bytes, at, end)
        if (Number.isNaN(missing)) {
          socket.destroy(new Error(`An answer without a length: ${head}`))
          return
        }
      }
      const length = Math.min(missing, bytes.length - at)
      if (keeps) pieces.push(Buffer.from(bytes.subarray(at, at + length)))
      missing -= length
      at += length
      if (missing > 0) return
      const answer = { status, head, body: keeps ? Buffer.concat(pieces) : nothing }
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
          begun.length === 0 ? shared.subarray(0, length) : Buffer.concat([begun, shared.subarray(0, length)])
        begun = nothing
        read(bytes)
        return true
      },
    },
  })
  socket.setTimeout(20_000, () => socket.destroy(new Error('No answer for 20 s.')))
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
