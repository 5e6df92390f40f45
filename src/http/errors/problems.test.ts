import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, problem, problems } from './problems.ts'

test('every message says on one line what is wrong and what to do', () => {
  for (const [code, { sentence }] of Object.entries(problems)) {
    assert.match(sentence, /^[A-Z"[].+[;.].+\.$/, code)
    assert.doesNotMatch(sentence, /\n/, code)
  }
})

test('details have only the values in the message and those about a country, but not the value that the caller sent', () => {
  const details = { value: '"XX"', input: 'xx', supported: 'GH, NG', suggestion: 'ng', suggestion_name: 'Nigeria' }
  const error = new Problem(
    'country_unsupported',
    { ...details, folder: '/srv/data' },
    {},
    'did you mean Nigeria (ng)?',
  )
  assert.deepEqual(error.details, { suggestion: 'ng', suggestion_name: 'Nigeria' })
  assert.deepEqual(problem('rate_limited', { subject: 'key', limit: '600', seconds: '3' }).details, {
    subject: 'key',
    limit: '600',
    seconds: '3',
  })
})
