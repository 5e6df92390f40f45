/** A plain static file server, as any host for static sites has: folders have an index page, and there are no other rules. */
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { TestContext } from 'node:test'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export interface StaticServer {
  /** Without a trailing slash. */
  url: string
  /** The paths of the requests that found no file. */
  missing: string[]
}

/** `base`: the path under which the folder is served, such as `/banks`. */
export async function startStaticServer(
  t: Pick<TestContext, 'after'>,
  folder: string,
  base = '',
): Promise<StaticServer> {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url as string, 'http://localhost')
    const file = pathname.startsWith(`${base}/`) ? join(folder, decodeURIComponent(pathname.slice(base.length))) : ''
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory() && !pathname.endsWith('/')) {
      response.writeHead(301, { location: `${pathname}/` }).end()
      return
    }
    const path = found?.isDirectory() ? join(file, 'index.html') : file
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      missing.push(pathname)
      response.writeHead(404, { 'content-type': 'text/html' }).end('Not found')
      return
    }
    // Servers send the compressed file beside a file, if it has one.
    const isCompressed = statSync(`${path}.gz`, { throwIfNoEntry: false }) !== undefined
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    response.end(readFileSync(isCompressed ? `${path}.gz` : path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${base}`, missing }
}
