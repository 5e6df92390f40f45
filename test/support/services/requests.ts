/**
 * Sends requests to a service. Tests of a separate process import these functions from here: `service.ts` loads the whole
 * program.
 */
import { connect } from 'node:net'
import { createResponseReader } from '../fuzz/response-reader.ts'
import { deadlineMs } from '../wait-until.ts'

export const postJson = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

/** Sends raw bytes and resolves to everything received until the connection closes, one character per byte. */
export function sendRaw(port: number, bytes: string | Buffer, { end = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1')
    socket.setTimeout(deadlineMs, () => socket.destroy(new Error(`No response for ${deadlineMs / 1000} s.`)))
    socket.on('data', (text) => {
      received += text
    })
    // A server that rejects a flood resets the connection after its response.
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)))
    socket.on('close', () => resolve(received))
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** Drops the parts of a response that differ between two requests: date, request id and remaining quota. */
export const comparable = (response: string): string =>
  response
    .replace(/\r\nDate: [^\r]+/, '')
    .replace(/\r\nX-Request-Id: [^\r]+/i, '')
    .replace(/(\r\nRateLimit: "\w+");r=\d+;t=\d+/i, '$1')

/** Sends each request on a connection of its own that the client keeps open. Resolves to the responses, head and body. */
export const sendAll = (port: number, requests: readonly string[]): Promise<string[]> =>
  Promise.all(requests.map((request) => sendOne(port, request)))

function sendOne(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const read = createResponseReader(
      () => request.startsWith('HEAD '),
      ({ head, body }) => {
        socket.destroy()
        resolve(`${head}\r\n\r\n${body.toString('latin1')}`)
      },
    )
    socket.on('data', (bytes) => {
      try {
        read(bytes)
      } catch (error) {
        reject(new Error(`Not a response to ${request}`, { cause: error }))
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`No whole response to ${request}`)))
    socket.write(request, 'latin1')
  })
}
