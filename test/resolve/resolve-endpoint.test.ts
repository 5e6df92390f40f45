import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { bankSummarySchema } from '../../src/directory/records/bank-record.ts'
import { resolveSchema } from '../../src/directory/resolve/resolve-schema.ts'
import type { Reading } from '../support/resolve-helpers.ts'
import { assertFits } from '../support/schemas.ts'
import { postJson, startService } from '../support/services/service.ts'

test('POST /v1/resolve reads an identifier, forbids caching, and says what to do if there is no reading', async (t) => {
  const { url } = await startService(t)
  const response = await postJson(`${url}/v1/resolve`, '{"identifier":"058","country":"ng"}')
  const result = (await response.json()) as { readings: Reading[]; message: string | null }
  assertFits(resolveSchema, result)
  assert.equal(result.readings[0]?.banks[0]?.id, 'ng-gtbank')
  assert.equal(result.message, null)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const nonsense = (await (await postJson(`${url}/v1/resolve`, '{"identifier":"hello"}')).json()) as typeof result
  assert.deepEqual(nonsense.readings, [])
  assert.match(nonsense.message ?? '', /add the country/)
})

test('a batch of 1,000 returns results in order, and an invalid element does not affect the others', async (t) => {
  const { url } = await startService(t)
  const identifiers = Array.from({ length: 1_000 }, (_, at) =>
    at % 4 === 0 ? at : at % 4 === 1 ? '' : 'DE89 3704 0044 0532 0130 00',
  )
  const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifiers }))
  const result = (await response.json()) as { results: { readings: Reading[]; message: string | null }[] }
  assert.equal(response.status, 200)
  assert.equal(result.results.length, 1_000)
  for (const [at, { readings: found, message }] of result.results.entries()) {
    assert.equal(found.length, at % 4 < 2 ? 0 : 1)
    assert.equal(message === null, at % 4 >= 2)
  }
})

test('a BIC in the request is compared with the bank of every reading, also in a batch', async (t) => {
  const { url } = await startService(t)
  const ibans = ['DE89370400440532013000', 'NL91ABNA0417164300', 'BE68539007547034']
  const post = async (body: object) => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify(body))
    const result = (await response.json()) as { readings: Reading[]; results: { readings: Reading[] }[] }
    assertFits(resolveSchema, result)
    return result
  }
  const [one] = (await post({ identifier: ibans[0], bic: 'COBADEFFXXX' })).readings
  assert.deepEqual([one?.bic_match, one?.bic_note], ['same', null])
  const { results } = await post({ identifiers: ibans, bic: 'COBADEFF' })
  assert.deepEqual(
    results.map(({ readings: [first] }) => first?.bic_match),
    ['same', 'other_bank', 'unknown'],
  )
  const [without] = (await post({ identifier: ibans[0], bic: null })).readings
  assert.deepEqual([without?.bic_match, without?.bic_note], [null, null])
  const wrong = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifier: ibans[0], bic: 5 }))
  assert.deepEqual([wrong.status, wrong.headers.get('error-code')], [400, 'field_malformed'])
})

test('POST /v1/resolve finds the numbers in a text, and forbids caching', async (t) => {
  const { url } = await startService(t)
  const text = 'Pay 💶 to DE89 3704 0044 0532 0130 00 or to Zenith 1000000001, invoice 20261118.'
  const response = await postJson(`${url}/v1/resolve?fields=id`, JSON.stringify({ text }))
  const result = (await response.json()) as { found: { start: number; end: number; readings: Reading[] }[] }
  assertFits(resolveSchema, result)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const found = result.found.map(({ start, end, readings }) => [text.slice(start, end), readings[0]?.banks[0]?.id])
  assert.deepEqual(found, [
    ['DE89 3704 0044 0532 0130 00', 'de-commerzbank'],
    ['1000000001', 'ng-zenith-bank'],
  ])
  const none = await postJson(`${url}/v1/resolve`, '{"text":"Call 0803 123 4567 on 20.11.2026."}')
  assert.deepEqual(((await none.json()) as typeof result).found, [])
})

test('banks in a reading are summaries, or have the requested fields', async (t) => {
  const { url } = await startService(t)
  const resolveWith = async (path: string) => {
    const response = await postJson(`${url}${path}`, '{"identifier":"COBADEFF"}')
    const result = (await response.json()) as { readings: { banks: Record<string, unknown>[] }[] }
    assertFits(resolveSchema, result)
    return result.readings[0]?.banks[0] ?? {}
  }
  const summary = await resolveWith('/v1/resolve')
  assert.deepEqual(Object.keys(summary), [...Object.keys(bankSummarySchema.properties), 'relation', 'since'])
  const bank = (await (await fetch(`${url}/v1/banks/${summary.id}`)).json()) as Record<string, unknown>
  for (const field of Object.keys(bankSummarySchema.properties)) assert.deepEqual(summary[field], bank[field], field)
  const some = await resolveWith('/v1/resolve?fields=codes,name')
  assert.deepEqual(Object.keys(some), ['name', 'codes', 'relation', 'since'])
  assert.deepEqual(some.codes, bank.codes)
  const wrong = await postJson(`${url}/v1/resolve?fields=colour`, '{"identifier":"COBADEFF"}')
  assert.deepEqual([wrong.status, wrong.headers.get('error-code')], [400, 'parameter_malformed'])
})

test('1,000 identifiers return less than 2 MB, with at most four banks per reading and the total number', async (t) => {
  const { url } = await startService(t)
  for (const identifier of [
    '7072',
    'POLUPLPR',
    'DE89370400440532013000',
    '0000014579',
    '20-29-59 63748472',
    'SKOKPLPW',
  ]) {
    const body = JSON.stringify({ identifiers: Array(1_000).fill(identifier) })
    const text = await (await postJson(`${url}/v1/resolve`, body)).text()
    assert.ok(text.length < 2_000_000, `${identifier}: ${text.length} bytes`)
    const { results } = JSON.parse(text) as { results: { readings: Reading[] }[] }
    assert.equal(results.length, 1_000)
    for (const { banks, bank_count } of results[0]?.readings ?? []) {
      assert.equal(banks.length, Math.min(bank_count, 4))
    }
  }
})

test('the response to a batch is built as the client reads it, and other requests are served meanwhile', async (t) => {
  const { url } = await startService(t)
  const body = JSON.stringify({ identifiers: Array(1_000).fill('POLUPLPR') })
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  t.after(() => socket.destroy())
  const head = `POST /v1/resolve?fields=codes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`)
  await once(socket, 'readable')
  assert.equal((await fetch(`${url}/v1/banks?country=va`)).status, 200)
  const text = await new Response(Readable.toWeb(socket) as ReadableStream<Uint8Array>).text()
  assert.match(text, /^HTTP\/1.1 200 OK\r\n/)
  assert.match(text, /\]\}\r\n0\r\n\r\n$/)
})

test('a batch counts as one request per 20 identifiers, and a rejected batch counts as one', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 60, keyed: 60 } })
  const send = async (count: number) => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifiers: Array(count).fill('058') }))
    await response.arrayBuffer()
    const left = /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
    return [response.status, response.headers.get('error-code'), Number(left)]
  }
  assert.deepEqual(await send(1), [200, null, 59])
  assert.deepEqual(await send(20), [200, null, 58])
  assert.deepEqual(await send(21), [200, null, 56])
  assert.deepEqual(await send(1_000), [200, null, 6])
  assert.deepEqual(await send(1_000), [429, 'batch_limited', 5])
  assert.deepEqual(await send(100), [200, null, 0])
  assert.deepEqual(await send(1), [429, 'rate_limited', 0])
})

test('a text counts as a batch of the numbers in it that are looked up', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 60, keyed: 60 } })
  const send = async (text: string) => {
    const response = await postJson(`${url}/v1/resolve`, JSON.stringify({ text }))
    await response.arrayBuffer()
    return [response.status, Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])]
  }
  assert.deepEqual(await send('No number.'), [200, 59])
  assert.deepEqual(await send('IBAN DE89370400440532013000\n'.repeat(21)), [200, 57])
  assert.deepEqual(await send('Zenith 1000000001\n'.repeat(30)), [200, 27])
  assert.deepEqual(await send('Zenith 1000000001\n'.repeat(30)), [429, 26])
})

const wrongBodies: [body: string, status: number, code: string][] = [
  ['{}', 400, 'identifier_missing'],
  ['{"identifier":"058","identifiers":["058"]}', 400, 'identifier_twice'],
  ['{"identifier":null,"identifiers":[]}', 400, 'identifiers_malformed'],
  ['{"identifier":58}', 400, 'identifier_malformed'],
  ['{"identifier":"058","text":"058"}', 400, 'identifier_twice'],
  ['{"identifiers":["058"],"text":"058"}', 400, 'identifier_twice'],
  ['{"identifier":"058","kinds":"iban"}', 400, 'kinds_malformed'],
  ['{"identifiers":["058"],"kinds":[]}', 400, 'kinds_malformed'],
  ['{"text":"058","kinds":["card"]}', 400, 'kinds_malformed'],
  ['{"text":"058","bic":58}', 400, 'field_malformed'],
  ['{"text":58}', 400, 'text_malformed'],
  ['{"text":" "}', 400, 'text_malformed'],
  [`{"text":"${'1 '.repeat(2_049)}"}`, 400, 'text_malformed'],
  ['{"text":"DE89 3704 0044 0532 0130 00","country":"xx"}', 404, 'country_unsupported'],
  ['{"identifier":""}', 400, 'identifier_malformed'],
  [`{"identifier":"${'1'.repeat(101)}"}`, 400, 'identifier_malformed'],
  ['{"identifiers":"058"}', 400, 'identifiers_malformed'],
  ['{"identifiers":[]}', 400, 'identifiers_malformed'],
  [`{"identifiers":${JSON.stringify(Array(1_001).fill('058'))}}`, 400, 'identifiers_malformed'],
  ['{"identifier":"058","country":"n1"}', 400, 'country_malformed'],
  ['{"identifier":"058","country":"xx"}', 404, 'country_unsupported'],
  ['["058"]', 400, 'body_not_object'],
  ['058', 400, 'body_not_json'],
  [`{"identifier":"${'1'.repeat(140_000)}"}`, 413, 'body_too_large'],
]

for (const [body, status, code] of wrongBodies) {
  test(`POST /v1/resolve ${body.slice(0, 40)} gets ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const response = await postJson(`${url}/v1/resolve`, body)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), code)
  })
}

test('the error for an invalid body shows a valid example', async (t) => {
  const { url } = await startService(t)
  for (const body of ['["058"]', '058', '']) {
    assert.match(await (await postJson(`${url}/v1/resolve`, body)).text(), /such as \{"identifier":"058"\}\.$/m)
  }
})

test('an identifier never appears in a log line, whatever the outcome, and is not accepted in a URL', async (t) => {
  let lines = ''
  const stream = {
    write: (line: string) => {
      lines += line
    },
  }
  const { url } = await startService(t, { log: { level: 'trace', stream } })
  const account = '31926819'
  await postJson(`${url}/v1/resolve`, `{"identifier":"GB29NWBK601613${account}"}`)
  await postJson(`${url}/v1/resolve`, `{"identifier":["GB29NWBK601613${account}"]}`)
  await postJson(`${url}/v1/resolve`, `{"identifier":"GB29NWBK601613${account}"`)
  await postJson(`${url}/v1/resolve`, `{"identifier":"GB29NWBK601613${account}","country":"${account}"}`)
  await postJson(`${url}/v1/resolve`, `{"text":"Account GB29NWBK601613${account}"}`)
  await postJson(`${url}/v1/resolve`, `{"text":["Account GB29NWBK601613${account}"]}`)
  const byUrl = await fetch(`${url}/v1/resolve?identifier=GB29NWBK601613${account}`)
  assert.equal(byUrl.status, 405)
  assert.match(lines, /\/v1\/resolve/)
  assert.ok(!lines.includes(account))
})
