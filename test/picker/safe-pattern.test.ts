/** The patterns of account fields that a page compiles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePattern } from '../../packages/picker/src/account-form/safe-pattern.ts'
import { openDirectory } from '../../src/library/index.ts'

test('every pattern of the shipped data is compiled, except those of banks, which the form does not use', async () => {
  const directory = await openDirectory()
  const fields = directory.countries.flatMap(({ code }) =>
    directory.accountRequirements(code).methods.flatMap((method) => method.fields),
  )
  const patterns = new Set(fields.filter(({ type }) => type !== 'bank').map(({ pattern }) => pattern ?? '^1$'))
  assert.ok(patterns.size > 100)
  assert.deepEqual(
    [...patterns].filter((pattern) => compilePattern(pattern)?.source !== pattern),
    [],
  )
})

test('a pattern that can take long, or that is no regular expression, is not compiled', () => {
  for (const pattern of [
    '',
    '^(?:A+)+$',
    '^(?:A{1,9}){1,9}$',
    '^(?:A|A)*$',
    '^.*$',
    '^(?=A)$',
    '^(A)\\1$',
    '^\\w{3}$',
    `^${'A?'.repeat(7)}$`,
    '^A{0,99}A{0,99}A{0,99}$',
    `^${'A'.repeat(200)}$`,
    '^[Z-A]$',
    '^(A$',
    '^A{9,1}$',
    'A',
  ])
    assert.equal(compilePattern(pattern), undefined, pattern)
})
