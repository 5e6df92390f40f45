import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../command.ts'
import { toCommandError } from './lookup-failure.ts'

const list = 'bank-lookup countries lists all countries.'

test('the sentences of the library and of the service become the same sentence about options', () => {
  for (const [code, messages, expected] of [
    [
      'country_unsupported',
      ['Unsupported country "BR"; this build of the data has no banks in BR (Brazil); see the page Data builds.'],
      'Unsupported country "br"; this build of the data has no banks in BR (Brazil); see the page Data builds.',
    ],
    [
      'country_unsupported',
      [
        'Unsupported country "BR"; did you mean Brunei (bn)?',
        'Unsupported country "BR"; did you mean Brunei (bn)? GET /v1/supported-countries/ lists all countries.',
      ],
      `Unsupported country "br"; did you mean Brunei (bn)? ${list}`,
    ],
    ['country_unsupported', ['Unsupported country "BR"; use one of NG, GH.'], `Unsupported country "br"; ${list}`],
    ['country_malformed', ['Invalid country "BR"; use one code or name.'], `Unsupported country "br"; ${list}`],
    [
      'parameter_malformed',
      [
        'Invalid value "a; b" for "has"; use "code".',
        'Invalid value "a; b" for the query parameter "has"; send "code".',
      ],
      '--has is "a; b"; use "code".',
    ],
    [
      'query_too_long',
      [
        'The text to search for is longer than 100 characters; shorten it.',
        'The query parameter "q" is longer than 100 characters; shorten it.',
      ],
      'The text is longer than 100 characters; shorten it.',
    ],
  ] as const) {
    for (const message of messages) {
      const error = toCommandError(code, message, 'br')
      assert.ok(error instanceof UsageError)
      assert.equal(error.message, expected)
    }
  }
})
