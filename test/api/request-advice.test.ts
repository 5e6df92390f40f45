/** Errors that name the request that the caller probably meant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/services/service.ts'

const requests: [method: string, path: string, status: number, advice: RegExp][] = [
  [
    'GET',
    '/v1/banks/058',
    404,
    /^Unknown bank "058"; .*send POST \/v1\/resolve with the body \{"identifier":"058"\}\. It finds ng-gtbank, .* and \d+ more\.$/,
  ],
  [
    'GET',
    '/v1/banks/GTBINGLA',
    404,
    /POST \/v1\/resolve with the body \{"identifier":"GTBINGLA"\}\. It finds ng-gtbank\.$/,
  ],
  ['GET', '/v1/banks/99x', 404, /with the body \{"identifier":"99x"\}\.$/],
  ['GET', '/v1/banks/NG', 404, /send GET \/v1\/banks\?country=ng\.$/],
  ['GET', '/v1/banks/nigeria/', 404, /send GET \/v1\/banks\?country=ng\.$/],
  ['GET', '/v1/banks/south%20africa', 404, /send GET \/v1\/banks\?country=za\.$/],
  ['GET', '/v1/banks/NG-GTBank', 404, /did you mean ng-gtbank\? Send GET \/v1\/banks\/ng-gtbank\.$/],
  ['GET', '/v1/banks/ng_gtbank', 404, /did you mean ng-gtbank\?/],
  ['GET', '/v1/banks/ng-gtb', 404, /search for it with GET \/v1\/search\?q=ng\+gtb, or use an id from a list/],
  ['GET', '/v1/banks/accessba', 404, /search for it with GET \/v1\/search\?q=accessba,/],
  ['GET', '/v1/banks/%F0%9F%8F%A6', 404, /^Unknown bank "🏦"; use an id from a list such as/],
  [
    'GET',
    '/v1/resolve',
    405,
    /^GET is not allowed on "\/v1\/resolve"; send POST \/v1\/resolve with the body \{"identifier":"058"\}\.$/,
  ],
  ['POST', '/v1/search', 405, /; send GET \/v1\/search\?q=access\.$/],
  ['POST', '/v1/branches', 405, /; send GET \/v1\/branches\?bank=in-dcb-bank\.$/],
  ['GET', '/v1/accounts/check', 405, /; send POST \/v1\/accounts\/check with the body \{"country"/],
  ['PUT', '/v1/resolve', 405, /; use POST, OPTIONS\.$/],
  ['GET', '/v1/bank/ng-gtbank', 404, /; try GET \/v1\/banks\/ng-gtbank \(GET \/ lists all endpoints\)\.$/],
  ['GET', '/v1/bank/ng-unknown', 404, /; try GET \/v1\/banks\/ng-gtbank \(/],
  ['GET', '/v1/countries/nigeria', 404, /; try GET \/v1\/banks\?country=ng \(/],
  ['GET', '/v1/countries', 404, /; try GET \/v1\/supported-countries\/ \(/],
  ['GET', '/banks', 404, /; try GET \/v1\/banks\?country=ng \(/],
  ['POST', '/api/v1/banks', 404, /; try POST \/v1\/banks with the body \{"country":"ng"\} \(/],
  ['GET', '/v1/serach?q=x', 404, /; try GET \/v1\/search\?q=access \(/],
  ['GET', '/v1/branch', 404, /; try GET \/v1\/branches\?bank=in-dcb-bank \(/],
  ['GET', '/v1/constructor', 404, /^Unknown path "\/v1\/constructor"; GET \/ lists the endpoints\.$/],
]

for (const [method, path, status, advice] of requests) {
  test(`${method} ${path} gets ${status} and names the right request`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(url + path, { method })
    assert.equal(response.status, status)
    assert.match((await response.text()).trimEnd(), advice)
  })
}

test('a number that may be an account is neither looked up nor repeated in the advice nor logged', async (t) => {
  const lines: string[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const { url } = await startService(t, { log })
  for (const account of ['0123456789', 'DE89370400440532013000', '000013']) {
    for (const path of [`/v1/banks/${account}`, `/v1/iban/${account}`, `/v1/resolve/${account}`]) {
      const text = await (await fetch(url + path)).text()
      assert.match(text, /POST \/v1\/resolve/)
      assert.equal(text.split(account).length - 1, 1, text)
      assert.doesNotMatch(text, /It finds/)
    }
    assert.ok(lines.length > 0 && lines.every((line) => !line.includes(account)))
  }
})
