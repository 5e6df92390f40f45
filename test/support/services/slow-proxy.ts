/** A proxy that sends pages in small pieces, so that a browser draws them before they are complete. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

const pieceBytes = 1000
/** About two pieces per frame. */
const pauseMs = 8

/** Returns the URL of the proxy. It forwards GET requests only. */
export async function startSlowProxy(t: Pick<TestContext, 'after'>, target: string): Promise<string> {
  const server = createServer(async ({ url, headers }, outgoing) => {
    const response = await fetch(`${target}${url}`, { headers: { Accept: headers.accept ?? '*/*' } })
    const type = response.headers.get('content-type') ?? ''
    const body = Buffer.from(await response.arrayBuffer())
    outgoing.writeHead(response.status, { 'Content-Type': type })
    const step = type.startsWith('text/html') ? pieceBytes : body.length
    for (let at = 0; at < body.length && !outgoing.destroyed; at += step) {
      outgoing.write(body.subarray(at, at + step))
      await setTimeout(pauseMs)
    }
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
