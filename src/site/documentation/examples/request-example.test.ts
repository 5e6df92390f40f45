import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCurlRequest } from './request-example.ts'

const address = 'http://localhost:8080'
const read = (code: string) => readCurlRequest(code, address)

test('a GET has its path and query', () => {
  assert.deepEqual(read(`curl '${address}/v1/banks?country=ng&has=ng_nip'\n`), {
    method: 'GET',
    path: '/v1/banks?country=ng&has=ng_nip',
    headers: {},
  })
})

test('data makes it a POST with the type that curl sends', () => {
  assert.deepEqual(read(`curl -d 'a=1' ${address}/v1/banks`), {
    method: 'POST',
    path: '/v1/banks',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
  })
})

test('headers, line breaks and a body over several lines are read', () => {
  const code = `curl -d '{"country":"ca",\n  "fields":{}}' \\\n  -H 'Content-Type: application/json' ${address}/v1/accounts/check`
  assert.deepEqual(read(code), {
    method: 'POST',
    path: '/v1/accounts/check',
    headers: { 'content-type': 'application/json' },
    body: '{"country":"ca",\n  "fields":{}}',
  })
})

test('options about the output do not matter', () => {
  const code = `curl --etag-save a.etag --etag-compare a.etag -o a.json -w '%{http_code}\\n' \\\n  '${address}/v1/banks?country=gh'`
  assert.equal(read(code)?.path, '/v1/banks?country=gh')
  assert.equal(read(`curl -i ${address}/`)?.path, '/')
})

test('a substitution that prints the data revision is replaced by it', () => {
  const code = `curl "${address}/v1/changes?since=$(\n  curl -s -o a.json -w '%header{data-revision}' '${address}/v1/banks?country=gh'\n)"`
  assert.equal(readCurlRequest(code, address, '2026-11-14.f0b085b4')?.path, '/v1/changes?since=2026-11-14.f0b085b4')
})

const notSent: Record<string, string> = {
  'another program': 'npm ci',
  'another service': 'curl https://example.com/v1/banks',
  'a service whose address only begins like ours': 'curl http://localhost:80801/v1/banks',
  'a key': `curl -X POST -H 'authorization: Bearer <PUBLIC_HASH_KEY>' ${address}/index.php`,
  'a header from a file': `curl -X POST -H @- ${address}/index.php`,
  'a variable': `curl "${address}/v1/changes?since=$SINCE"`,
  'a substitution': `curl "${address}/v1/changes?since=$(date)"`,
  'a pipe': `curl ${address}/ | sh`,
  'two commands': `curl ${address}/\ncurl ${address}/`,
  'an unknown option': `curl --upload-file a ${address}/`,
}
for (const [name, code] of Object.entries(notSent)) {
  test(`${name} has no request`, () => assert.equal(read(code), undefined))
}

test('any single-quoted body is read unchanged', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const body = text.replaceAll("'", '')
      assert.equal(read(`curl -d '${body}' ${address}/v1/banks`)?.body, body)
    }),
  )
})
