import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingEtag, pickEncoding, prefersJson } from './content-negotiation.ts'

const encodings: [header: string | undefined, encoding: string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=1, br;q=0.1', 'identity'],
  ['deflate', 'identity'],
  ['br;q=nonsense', 'br'],
  [';;,,=', 'identity'],
]

for (const [header, encoding] of encodings) {
  test(`Accept-Encoding ${JSON.stringify(header)} gets ${encoding}`, () => assert.equal(pickEncoding(header), encoding))
}

const preferences: [header: string | undefined, json: boolean][] = [
  [undefined, false],
  ['*/*', false],
  ['text/plain', false],
  ['application/json', true],
  ['application/problem+json', true],
  ['application/json, text/plain, */*', true],
  ['text/plain, application/json', false],
  ['text/plain;q=0.5, application/json', true],
  ['application/json;q=0.5, text/*', false],
  ['application/json;q=0', false],
  ['text/html, application/xhtml+xml, */*;q=0.8', false],
  ['*/*, application/json;q=0.1', false],
  ['application/json, */*', true],
]

for (const [header, json] of preferences) {
  test(`Accept ${JSON.stringify(header)} gets ${json ? 'JSON' : 'text'}`, () => assert.equal(prefersJson(header), json))
}

test('an ETag matches on content and encoding at any compression level, strong or weak', () => {
  assert.equal(matchingEtag('"abc-br9"', '"abc-br1"'), '"abc-br9"')
  assert.equal(matchingEtag('W/"abc"', '"abc"'), '"abc"')
  assert.equal(matchingEtag('"x", "abc-gzip1"', '"abc-gzip9"'), '"abc-gzip1"')
  assert.equal(matchingEtag(' * ', '"abc-br1"'), '"abc-br1"')
  for (const other of ['', 'abc', '"abcd"', '"ab"', '"', '"-abc"', '"abc-br9"', '"abc-gzip1"']) {
    assert.equal(matchingEtag(other, '"abc"'), undefined, other)
  }
  assert.equal(matchingEtag('"abc"', '"abc-br9"'), undefined)
})
