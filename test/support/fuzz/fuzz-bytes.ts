/** Bytes for the socket that are no requests: true ones that were damaged, and some of chance alone. */

import { connect } from 'node:net'
import { deadlineMs } from '../wait-until.ts'
import { pickOf, type Random } from './fuzz-requests.ts'

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

/** A character a byte, as everywhere here. */
export function damaged(random: Random, text: string): string {
  if (random(10) === 0) return bytesOfChance(random, 1 + random(200))
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
      return before + bytesOfChance(random, 1 + random(4)) + after
    default:
      return before + pickOf(random, tokens) + after
  }
}

const bytesOfChance = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => random(256)))

export interface Manners {
  /** Its sending side is closed only after the first answer, or a moment in which none came. */
  waits: boolean
  /** It is reset then, whatever has come, and its sending side is not closed before. */
  resetAfterMs: number | undefined
}

/** Resolves to what came back until the connection was closed. */
export function sendBytes(port: number, text: string, { waits, resetAfterMs }: Manners): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let answer = ''
    const isReset = resetAfterMs !== undefined
    const stopSending = (): void => void socket.end().setTimeout(deadlineMs)
    socket.setTimeout(waits ? 30 : deadlineMs, () => {
      if (socket.writableEnded) socket.destroy(new Error('The connection was not closed in time.'))
      else if (!isReset) stopSending()
    })
    socket.on('data', (more) => {
      answer += more
      if (!socket.writableEnded && resetAfterMs === undefined) stopSending()
    })
    // A reset is a close.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === undefined && reject(error))
    // A socket whose sending side was closed cannot be reset: Node would then never close it. On a busy machine it may not
    // even be connected yet.
    const reset = (): void => {
      if (socket.connecting) socket.once('connect', reset)
      else if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
    }
    const timer = isReset ? setTimeout(reset, resetAfterMs) : undefined
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
    socket.write(text, 'latin1')
    if (!waits && !isReset) socket.end()
  })
}
