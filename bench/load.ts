/**
 * Sends one request over and over on kept connections and counts the answers. It reads no more of an answer than its
 * length, so that the client takes as little as possible of the cores it shares with the server.
 */
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  request: Buffer
  requests: number
  connections: number
}

/** Resolves to the seconds it took. Fails on any answer that is not a 200. */
export async function runLoad({ port, request, requests, connections }: Load): Promise<number> {
  let left = requests
  const start = performance.now()
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      const next = (): boolean => {
        if (left <= 0) return false
        left--
        socket.write(request)
        return true
      }
      socket.setNoDelay(true)
      socket.setTimeout(20_000, () => socket.destroy(new Error('No answer for 20 s.')))
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('connect', () => next() || socket.end())
      countAnswers(socket, () => next() || socket.end())
    })
  await Promise.all(Array.from({ length: connections }, one))
  return (performance.now() - start) / 1000
}

function countAnswers(socket: Socket, answered: () => void): void {
  let missing = 0
  let head = ''
  socket.on('data', (bytes: Buffer) => {
    let rest = bytes.length
    if (missing === 0) {
      head += bytes.toString('latin1', 0, Math.min(bytes.length, 2048))
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!head.startsWith('HTTP/1.1 200 ')) {
        socket.destroy(new Error(head.slice(0, end)))
        return
      }
      missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
      head = ''
    }
    rest = Math.min(rest, missing)
    missing -= rest
    if (missing === 0) answered()
  })
}

export function getRequest(port: number, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`)
}

export function lookup(port: number, country: string): Buffer {
  const body = JSON.stringify({ country })
  const head = [
    'POST /v1/banks HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Accept-Encoding: br',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
