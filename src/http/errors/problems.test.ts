import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problems } from './problems.ts'

test('every message says on one line what is wrong and what to do', () => {
  for (const [code, { sentence }] of Object.entries(problems)) {
    assert.match(sentence, /^[A-Z"[].+[;.].+\.$/, code)
    assert.doesNotMatch(sentence, /\n/, code)
  }
})
