/** A web page of another origin that uses the picker, and a service that fails on request. */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { buildScripts } from '../../../packages/picker/tools/build-picker.ts'
import { startService } from '../services/service.ts'

/** The service reads the scripts when its site is first used. */
let built: Promise<unknown> | undefined

/** Starts the service with scripts that are built from the present sources. */
export async function startPickerService(t: TestContext): Promise<string> {
  built ??= buildScripts()
  await built
  return (await startService(t)).url
}

async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A policy without `unsafe-inline` and with Trusted Types. Scripts and requests are allowed from `service` only. */
export const strictPolicy = (service: string): string =>
  [
    "default-src 'none'",
    `script-src ${service}`,
    `connect-src ${service}`,
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

export interface ShopOptions {
  /** The origin of the script. */
  service: string
  body: string
  policy?: string
  /** Attributes of the root element. */
  root?: string
}

/** Serves one page. A form in it can be sent to any path. Returns the address of the page. */
export async function startShop(t: TestContext, { service, body, policy, root = 'lang="en"' }: ShopOptions) {
  const page = `<!doctype html><html ${root}><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<script type="module" src="${service}/bank-picker.js"></script></head><body><main><h1>Pay</h1>${body}</main></body></html>`
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    // Like most shops, so that the browser restores fields itself instead of the whole page.
    response.setHeader('Cache-Control', 'no-store')
    if (policy) response.setHeader('Content-Security-Policy', policy)
    response.end(page)
  })
  return listen(t, server)
}

export interface FailingService {
  url: string
  /** Paths and queries of the API requests so far. */
  requests: string[]
  /** Handles an API request instead of the service. Returns false to pass it on. */
  fault: (response: ServerResponse, path: string) => boolean | Promise<boolean>
}

/** A proxy in front of the service. It has no faults at first. */
export async function startFailingService(t: TestContext): Promise<FailingService> {
  const behind = await startPickerService(t)
  const failing: FailingService = { url: '', requests: [], fault: () => false }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After')
    if (path.startsWith('/v1/')) {
      failing.requests.push(path)
      if (await failing.fault(response, path)) return
    }
    const answer = await fetch(`${behind}${path}`)
    response.setHeader('Content-Type', answer.headers.get('content-type') ?? '')
    // Without a cache, each test sees every request.
    response.setHeader('Cache-Control', 'no-store')
    response.writeHead(answer.status).end(await answer.text())
  })
  failing.url = await listen(t, server)
  return failing
}

export const label = '<label for="bank">Bank</label>'

/** A form with a picker for transfers in Nigeria. `attributes` are added to those of the picker. */
export const bankForm = (attributes = ''): string =>
  `<form action="/sent">${label}<bank-picker id="bank" name="bank" country="ng" scheme="ng_nip" ${attributes}></bank-picker>
<button name="go" value="1">Pay</button></form>`
