import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSchema } from '../src/http/routes/resolve.ts'
import type { Reading } from './readings.ts'
import { assertFits } from './schemas.ts'
import { postJson, startService } from './service.ts'

test('POST /v1/resolve reads one identifier, is not cached, and says what to do with nonsense', async (t) => {
  const { url } = await startService(t)
  const answer = await postJson(`${url}/v1/resolve`, '{"identifier":"058","country":"ng"}')
  const result = (await answer.json()) as { readings: Reading[]; message: string | null }
  assertFits(resolveSchema, result)
  assert.equal(result.readings[0]?.banks[0]?.id, 'ng-gtbank')
  assert.equal(result.message, null)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const nonsense = (await (await postJson(`${url}/v1/resolve`, '{"identifier":"hello"}')).json()) as typeof result
  assert.deepEqual(nonsense.readings, [])
  assert.match(nonsense.message ?? '', /pass `country`/)
})

test('a batch of 1,000 is answered in its order, and a bad one does not spoil the rest', async (t) => {
  const { url } = await startService(t)
  const identifiers = Array.from({ length: 1_000 }, (_, at) =>
    at % 4 === 0 ? at : at % 4 === 1 ? '' : 'DE89 3704 0044 0532 0130 00',
  )
  const answer = await postJson(`${url}/v1/resolve`, JSON.stringify({ identifiers }))
  const result = (await answer.json()) as { results: { readings: Reading[]; message: string | null }[] }
  assert.equal(answer.status, 200)
  assert.equal(result.results.length, 1_000)
  for (const [at, { readings: found, message }] of result.results.entries()) {
    assert.equal(found.length, at % 4 < 2 ? 0 : 1)
    assert.equal(message === null, at % 4 >= 2)
  }
})

const wrongBodies: [body: string, status: number, code: string][] = [
  ['{}', 400, 'identifier_missing'],
  ['{"identifier":"058","identifiers":["058"]}', 400, 'identifier_twice'],
  ['{"identifier":null,"identifiers":[]}', 400, 'identifiers_malformed'],
  ['{"identifier":58}', 400, 'identifier_malformed'],
  ['{"identifier":""}', 400, 'identifier_malformed'],
  [`{"identifier":"${'1'.repeat(101)}"}`, 400, 'identifier_malformed'],
  ['{"identifiers":"058"}', 400, 'identifiers_malformed'],
  ['{"identifiers":[]}', 400, 'identifiers_malformed'],
  [`{"identifiers":${JSON.stringify(Array(1_001).fill('058'))}}`, 400, 'identifiers_malformed'],
  ['{"identifier":"058","country":"nga"}', 400, 'country_malformed'],
  ['{"identifier":"058","country":"xx"}', 404, 'country_unsupported'],
  ['["058"]', 400, 'body_not_object'],
  ['058', 400, 'body_not_json'],
  [`{"identifier":"${'1'.repeat(140_000)}"}`, 413, 'body_too_large'],
]

for (const [body, status, code] of wrongBodies) {
  test(`POST /v1/resolve ${body.slice(0, 40)} gets ${status} ${code}`, async (t) => {
    const { url } = await startService(t)
    const answer = await postJson(`${url}/v1/resolve`, body)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('error-code'), code)
  })
}

test('who sends something else is shown a body that is right here', async (t) => {
  const { url } = await startService(t)
  for (const body of ['["058"]', '058', '']) {
    assert.match(await (await postJson(`${url}/v1/resolve`, body)).text(), /such as \{"identifier":"058"\}\.$/m)
  }
})

test('an identifier is in no log line, whatever becomes of the request, and not taken in a URL', async (t) => {
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
  const byUrl = await fetch(`${url}/v1/resolve?identifier=GB29NWBK601613${account}`)
  assert.equal(byUrl.status, 405)
  assert.match(lines, /\/v1\/resolve/)
  assert.ok(!lines.includes(account))
})
