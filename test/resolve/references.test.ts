import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readings } from '../support/resolve-helpers.ts'
import { postJson, startService } from '../support/services/service.ts'
import { referenceCases } from './reference-cases.ts'

for (const [text, country, expected, kinds] of referenceCases) {
  const request = [country ?? 'no country', ...(kinds ?? [])].join(', ')
  test(`${text} (${request}) is ${expected ?? 'no reference'}`, () => {
    const reading = readings(text, country, kinds).find(({ kind }) => kind === 'reference')
    const found =
      reading && [reading.parts.reference_type, reading.verdict, reading.formatted].filter(Boolean).join(' ')
    assert.equal(found ?? null, expected)
  })
}

test('`kinds` leaves out other readings, also of a text, and an unknown kind is an error', async (t) => {
  assert.deepEqual(
    readings('058', 'ng', ['iban']).map(({ kind }) => kind),
    [],
  )
  const { url } = await startService(t)
  const resolve = (body: object): Promise<Response> => postJson(`${url}/v1/resolve`, JSON.stringify(body))
  const batch = await resolve({ identifiers: ['090933755493', '058'], kinds: ['reference'] })
  const { results } = (await batch.json()) as { results: { readings: { kind: string }[] }[] }
  assert.deepEqual(
    results.map(({ readings: found }) => found.map(({ kind }) => kind)),
    [['reference'], []],
  )
  const text = 'IBAN DE89370400440532013000, reference RF18 5390 0754 7034'
  const inText = await resolve({ text, kinds: ['iban'], bic: 'DEUTDEFF' })
  const { found } = (await inText.json()) as { found: { readings: { kind: string; bic_match: string }[] }[] }
  assert.deepEqual(
    found.map(({ readings: [best] }) => [best?.kind, best?.bic_match]),
    [['iban', 'other_bank']],
  )
  for (const kinds of [['card'], [], 'reference', [1]]) {
    const response = await resolve({ identifier: '058', kinds })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /^"kinds" must be an array/)
  }
})

test('every text gives at most one reading of each type of reference, with a printed form if it passes', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^(RF|SI|HR|\+\+\+)?[0-9 /-]{0,30}$/),
      fc.constantFrom('be', 'no', undefined),
      (text, country) => {
        if (text.trim() === '') return
        const found = readings(text, country, ['reference'])
        assert.equal(new Set(found.map(({ parts }) => parts.reference_type)).size, found.length)
        for (const { verdict, formatted } of found) assert.equal(formatted === null, verdict === 'invalid')
      },
    ),
  )
})
