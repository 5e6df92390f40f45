/** nginx with the configuration of the documentation serves an export with the bytes of the service. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exportableData, exportData } from '../support/data/exported.ts'
import { writeFolder } from '../support/data/small-data.ts'
import { readPages } from '../support/examples.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { startNginx } from '../support/services/proxies.ts'

/** The configuration of the page, without TLS. */
function serverAt(port: number, root: string): string {
  const page = readPages().find(({ name }) => name === 'without-a-server')
  const example = page?.groups.flat().find(({ language }) => language === 'nginx')
  assert.ok(example)
  const replaced = example.text
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replace('/srv/public', root)
  assert.doesNotMatch(replaced, /ssl|\/srv/)
  return replaced
}

interface Received {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** `fetch` would decompress the body. */
const receive = (url: string, headers: Record<string, string> = {}): Promise<Received> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })

async function startBoth(t: TestContext): Promise<{ service: string; files: string; out: string } | undefined> {
  const folder = writeFolder(t, exportableData())
  const { out } = await exportData(t, folder, { words: ['--with', 'restricted,unclear'] })
  const port = await startNginx(t, (free) => serverAt(free, out))
  if (port === undefined) return undefined
  const settings = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  return { service: (await startListening(t, settings)).url, files: `http://127.0.0.1:${port}`, out }
}

test('nginx serves an export with the bytes, the type and the CORS header of the service', async (t) => {
  const started = await startBoth(t)
  if (!started) return
  const { service, files } = started
  for (const [request, file] of [
    ['/v1/supported-countries/', '/v1/supported-countries/'],
    ...['aa', 'bb', 'rr', 'sepa'].map((area) => [`/v1/banks?country=${area}`, `/v1/banks/${area}.json`] as const),
    ['/v1/banks/aa-first', '/v1/banks/aa-first.json'],
    ['/v1/account-requirements?country=aa', '/v1/account-requirements/aa.json'],
    ['/v1/banks.xlsx?country=bb', '/v1/banks/bb.xlsx'],
  ] as const) {
    const [expected, received] = await Promise.all([receive(service + request), receive(files + file)])
    assert.equal(received.status, 200, file)
    assert.ok(received.body.equals(expected.body), file)
    for (const name of ['content-type', 'access-control-allow-origin', 'cache-control', 'x-content-type-options'])
      assert.equal(received.headers[name], expected.headers[name], `${file} ${name}`)
  }
})

test('nginx sends the compressed copy and a page at the root, and rejects POST', async (t) => {
  const started = await startBoth(t)
  if (!started) return
  const { files } = started
  const [plain, compressed, copy] = await Promise.all([
    receive(`${files}/v1/banks/bb.json`),
    receive(`${files}/v1/banks/bb.json`, { 'Accept-Encoding': 'gzip' }),
    receive(`${files}/v1/banks/bb.json.gz`),
  ])
  assert.deepEqual([plain.headers['content-encoding'], compressed.headers['content-encoding']], [undefined, 'gzip'])
  assert.equal(compressed.headers['content-type'], 'application/json; charset=utf-8')
  assert.ok(compressed.body.equals(copy.body))
  assert.ok(compressed.body.length < plain.body.length / 5)
  const page = await receive(`${files}/`)
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.equal((await receive(`${files}/v1/banks/zz.json`)).status, 404)
  const posted = await fetch(`${files}/v1/banks`, { method: 'POST', body: '{"country":"aa"}' })
  assert.ok(posted.status >= 400 && posted.status < 500, String(posted.status))
})
