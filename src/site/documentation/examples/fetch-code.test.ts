import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unescapeText } from '../../html.ts'
import { exampleHtml } from './request-example.ts'

const context = { base: '', address: 'http://localhost:8080', revision: '' }
const client = { language: 'ts', code: 'new BankLookupClient({})' }

/** The code of the tab for `fetch`, as a reader copies it. */
function fetchOf(curl: string): string | undefined {
  const html = exampleHtml({ codes: [{ language: 'sh', code: curl }, client] }, 'example', context).text
  const [, code] =
    /<div class="panel"[^>]* data-language="fetch">.*?<code class="language-fetch">(.*?)<\/code>/s.exec(html) ?? []
  return code === undefined ? undefined : unescapeText(code.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', "'"))
}

/** Runs the code with a `fetch` that records the request. */
async function requestOf(code: string): Promise<unknown[]> {
  const requests: unknown[] = []
  const send = async (...request: unknown[]) => {
    requests.push(...request)
    return Response.json({ count: 1 })
  }
  const run = new Function('fetch', 'console', `return (async () => {${code}})()`)
  await run(send, { log: () => undefined })
  return requests
}

test('next to a call of our client, the request of the curl example is also shown for fetch', async () => {
  const code = fetchOf(
    `curl -d '{"country":"ng","name":"O’Neill"}' -H 'content-type: application/json' ${context.address}/v1/banks`,
  )
  const [url, options] = (await requestOf(code ?? '')) as [string, RequestInit]
  assert.equal(url, `${context.address}/v1/banks`)
  assert.equal(options.method, 'POST')
  assert.deepEqual(options.headers, { 'content-type': 'application/json' })
  assert.deepEqual(JSON.parse(String(options.body)), { country: 'ng', name: 'O’Neill' })
})

test('a GET has only its address', async () => {
  const code = fetchOf(`curl '${context.address}/v1/search?q=zenith&country=ng'`)
  assert.deepEqual(await requestOf(code ?? ''), [`${context.address}/v1/search?q=zenith&country=ng`])
})

test('an example about files, or with a key, has no tab for fetch', () => {
  assert.equal(fetchOf(`curl -o banks.json ${context.address}/v1/banks`), undefined)
  assert.equal(
    fetchOf(`curl -X POST -H 'authorization: Bearer <PUBLIC_HASH_KEY>' ${context.address}/index.php`),
    undefined,
  )
})
