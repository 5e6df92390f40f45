import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problems } from '../../src/http/errors/problems.ts'

test('docs/problems.md lists every problem with its status and sentence, and no other', () => {
  const document = readFileSync(new URL('../../docs/problems.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => line.startsWith('| `'))
  const expected = Object.entries(problems).map(
    ([code, { status, sentence }]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  assert.deepEqual(rows, expected)
})

test('a sentence is one sentence that says what to do', () => {
  for (const [code, { sentence }] of Object.entries(problems)) {
    assert.match(sentence, /^[A-Z"[].+[;.].+\.$/, code)
    assert.doesNotMatch(sentence, /\n/, code)
  }
})
