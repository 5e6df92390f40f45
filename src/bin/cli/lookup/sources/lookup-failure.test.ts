import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LookupError, lookupError } from '../../../../directory/requests/lookup-error.ts'
import { Failure, UsageError } from '../../command.ts'
import { canExplain, toCommandError } from './lookup-failure.ts'

const list = 'bank-lookup countries lists all countries.'
const country = { value: 'BR', input: 'br', supported: 'NG, GH' }

test('the errors of a lookup have sentences about options and commands', () => {
  for (const [error, expected] of [
    [
      lookupError('country_unsupported', { ...country, reason: 'this build of the data has no banks in BR.' }),
      'Unsupported country "br"; this build of the data has no banks in BR.',
    ],
    [
      lookupError('country_unsupported', { ...country, suggestion: 'bn', suggestion_name: 'Brunei' }),
      `Unsupported country "br"; did you mean Brunei (bn)? ${list}`,
    ],
    [lookupError('country_unsupported', country), `Unsupported country "br"; ${list}`],
    [lookupError('country_malformed', { value: 'b1' }), `Unsupported country "b1"; ${list}`],
    [
      lookupError('parameter_malformed', { name: 'has', value: 'a; b', allowed: '"code"' }),
      '--has is "a; b"; use "code".',
    ],
    [lookupError('query_too_long', { limit: '100' }), 'The text is longer than 100 characters; shorten it.'],
  ] as const) {
    const converted = toCommandError(error)
    assert.ok(converted instanceof UsageError)
    assert.equal(converted.message, expected)
  }
})

test('any other error keeps its sentence', () => {
  const error = lookupError('bank_unknown', { value: 'x' })
  assert.deepEqual(toCommandError(error), new Failure(error.message))
})

test('an error of a service without details cannot be explained', () => {
  assert.ok(canExplain(lookupError('query_too_long', { limit: '100' })))
  assert.ok(!canExplain(new LookupError('query_too_long', {})))
  assert.ok(!canExplain(new LookupError('parameter_malformed', { value: 'x' })))
})
