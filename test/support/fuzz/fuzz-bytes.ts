/** Malformed input for the socket: damaged requests, and random bytes. */

import { connect } from 'node:net'
import { deadlineMs } from '../wait-until.ts'
import { pick, type Random } from './fuzz-requests.ts'

const tokens = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\0',
    ' ',
    ':',
    '%',
    '%00',
    '\xff',
    '0\r\n\r\n',
    'GET / HTTP/1.1\r\n',
    'CONNECT x:443 HTTP/1.1\r\n',
    'HTTP/1.0',
  ],
  ...['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: upgrade\r\nUpgrade: h2c\r\n', 'RTSP/1.0'],
]

/** Texts are Latin-1: one character per byte. */
export function damage(random: Random, text: string): string {
  if (random(10) === 0) return randomBytes(random, 1 + random(200))
  let bytes = text
  for (let times = 1 + random(4); times > 0; times--) bytes = damageOnce(random, bytes)
  return bytes
}

function damageOnce(random: Random, text: string): string {
  const at = random(text.length + 1)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  switch (random(5)) {
    case 0:
      return before + String.fromCharCode((after.charCodeAt(0) || 0) ^ (1 << random(8))) + after.slice(1)
    case 1:
      return before + after.slice(random(40))
    case 2:
      return before + after.slice(0, random(100)) + after
    case 3:
      return before + randomBytes(random, 1 + random(4)) + after
    default:
      return before + pick(random, tokens) + after
  }
}

const randomBytes = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => random(256)))

export interface SendOptions {
  /** Whether to end the sending side only after the first response, or after a short timeout. */
  waits: boolean
  /** Reset the connection after this time, without ending the sending side before. */
  resetAfterMs: number | undefined
}

/** Resolves to everything received until the connection was closed. */
export function sendBytes(port: number, text: string, { waits, resetAfterMs }: SendOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let received = ''
    const isReset = resetAfterMs !== undefined
    const stopSending = (): void => void socket.end().setTimeout(deadlineMs)
    socket.setTimeout(waits ? 30 : deadlineMs, () => {
      if (socket.writableEnded) socket.destroy(new Error('The connection was not closed in time.'))
      else if (!isReset) stopSending()
    })
    socket.on('data', (more) => {
      received += more
      if (!socket.writableEnded && resetAfterMs === undefined) stopSending()
    })
    // Treat a reset as a close.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === undefined && reject(error))
    // Node never closes a socket that is reset after its sending side ended. On a busy machine the socket may not even be
    // connected yet.
    const reset = (): void => {
      if (socket.connecting) socket.once('connect', reset)
      else if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
    }
    const timer = isReset ? setTimeout(reset, resetAfterMs) : undefined
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(text, 'latin1')
    if (!waits && !isReset) socket.end()
  })
}
