/** Runs the service for a test: the shipped directory behind a real socket on loopback, closed when the test ends. */
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { readDataset } from '../src/dataset/dataset.ts'
import { type Directory, openDirectory } from '../src/directory/directory.ts'
import { packDirectory } from '../src/directory/packed.ts'
import { type AppOptions, buildApp } from '../src/http/app.ts'

export const dataFolder = fileURLToPath(new URL('../data', import.meta.url))

let shipped: Directory | undefined

export function shippedDirectory(): Directory {
  shipped ??= openDirectory(packDirectory(readDataset(dataFolder)))
  return shipped
}

export interface Service {
  app: FastifyInstance
  url: string
  port: number
}

export async function startService(t: Pick<TestContext, 'after'>, options: Partial<AppOptions> = {}): Promise<Service> {
  const app = await buildApp({ directory: shippedDirectory(), ...options })
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return { app, port, url: `http://127.0.0.1:${port}` }
}

export const postJson = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

/** Sends bytes as they are and resolves to all that comes back until the connection is closed, a character a byte. */
export function sendRaw(port: number, bytes: string | Buffer, { end = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.setTimeout(20_000, () => socket.destroy(new Error('No answer for 20 s.')))
    socket.on('data', (text) => {
      answer += text
    })
    // A server that gives up on a flood resets the connection once its answer is out.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.on('close', () => resolve(answer))
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })
}
