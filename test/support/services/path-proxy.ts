/** A proxy that serves a service under a path and removes that path, as many reverse proxies do. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface PathProxy {
  /** The public URL of the service. */
  url: string
  /** Sets the port of the service. The public URL is known before the service starts, because it is one of its settings. */
  forwardTo(port: number): void
}

export async function startPathProxy(t: Pick<TestContext, 'after'>, path: string): Promise<PathProxy> {
  let target: number | undefined
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (target === undefined || !url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end('There is no service at this path.\n')
      return
    }
    const forwarded = request({ host: '127.0.0.1', port: target, method, headers, path: url.slice(path.length) })
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    forwardTo: (port) => {
      target = port
    },
  }
}
