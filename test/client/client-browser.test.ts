/** The client in Chromium, in a page and in a worker, from another origin than the service. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type * as Client from '../../packages/client/src/index.ts'
import { openPage } from '../support/browser.ts'
import { installClient } from '../support/built-client.ts'
import { type Fault, startFaultProxy } from '../support/services/fault-proxy.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { temporaryFolder } from '../support/services/processes.ts'

/** In a worker: searches, and posts the result. */
const worker = `
import { BankLookupClient } from '/index.js'
onmessage = async ({ data: baseUrl }) => {
  const { banks } = await new BankLookupClient({ baseUrl }).search('gtb', { country: 'ng' })
  postMessage(banks[0].id)
}`

/** Serves the modules of the client and an empty page. */
async function startSite(t: TestContext): Promise<string> {
  const modules = join(installClient(temporaryFolder(t)), 'dist')
  const server = createServer((request, response) => {
    const file = join(modules, request.url ?? '')
    const isModule = request.url?.endsWith('.js')
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html')
    if (request.url === '/worker.js') response.end(worker)
    else
      response.end(isModule && existsSync(file) ? readFileSync(file) : '<!doctype html><link rel="icon" href="data:,">')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Found {
  banks: number
  again: number
  results: number
  record: string
  error: [boolean, string, number, string]
  revision: string
  fromWorker: string
}

/** Runs in the page. */
async function useClient([baseUrl, key]: [string, string]): Promise<Found> {
  const module = '/index.js'
  const { BankLookupClient, BankLookupError } = (await import(module)) as typeof Client
  const client = new BankLookupClient({ baseUrl, key, retries: 4 })
  const list = await client.listBanks('gh', { fields: ['id', 'codes'] })
  const again = await client.listBanks('gh', { fields: ['id', 'codes'] })
  const results = await client.resolve(Array<string>(1_001).fill('058'), { country: 'ng' })
  const { id } = await client.createRecord()
  const error = (await client.getBank('nowhere').catch((reason: unknown) => reason)) as Client.BankLookupError
  const fromWorker = await new Promise<string>((resolve) => {
    const other = new (globalThis as unknown as { Worker: new (url: string, options: object) => BrowserWorker }).Worker(
      '/worker.js',
      { type: 'module' },
    )
    other.onmessage = ({ data }) => resolve(data)
    other.postMessage(baseUrl)
  })
  return {
    banks: list.banks.length,
    again: again.banks.length,
    results: results.length,
    record: id.slice(0, 4),
    error: [error instanceof BankLookupError, error.code, error.status, typeof error.requestId],
    revision: client.revision ?? '',
    fromWorker,
  }
}

interface BrowserWorker {
  onmessage: (event: { data: string }) => void
  postMessage(message: string): void
}

test('the client works in a browser, from another origin, with faults in between', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url, live } = await startKeyedService(t)
  // A browser hides the headers of an error response without CORS headers, and the client repeats the request.
  const limited: Fault = {
    status: 429,
    headers: { 'retry-after': '0', 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' },
  }
  const proxy = await startFaultProxy(t, url, ['none', limited, 'reset', 'cut the response'])
  const { page } = visitor
  await page.goto(await startSite(t))
  const found = await page.evaluate(useClient, [proxy.url, live] satisfies [string, string])
  assert.ok(found.banks > 20)
  assert.equal(found.again, found.banks)
  assert.equal(found.results, 1_001)
  assert.equal(found.record, 'rec_')
  assert.deepEqual(found.error, [true, 'bank_unknown', 404, 'string'])
  assert.match(found.revision, /^\d{4}-\d{2}-\d{2}\.[0-9a-f]{8}$/)
  assert.equal(found.fromWorker, 'ng-gtbank')

  // The browser caches the list itself, so the second call sends no request.
  const lists = proxy.requests.filter(({ method, url }) => method === 'GET' && url.startsWith('/v1/banks?'))
  assert.ok(lists.length <= 4, `${lists.length} requests`)
  assert.ok(lists.every(({ headers }) => headers['if-none-match'] === undefined))
})
