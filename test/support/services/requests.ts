/**
 * Sends requests to a service. Tests of a separate process import these functions from here: `service.ts` loads the whole
 * program.
 */
import { connect } from 'node:net'
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
