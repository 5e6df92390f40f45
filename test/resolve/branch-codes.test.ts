import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { DrawnBranchCode } from '../support/data/draw-branch-codes.ts'
import { readings } from '../support/resolve-helpers.ts'

const { codes } = JSON.parse(readFileSync(new URL('../data/branch-codes.json', import.meta.url), 'utf8')) as {
  codes: DrawnBranchCode[]
}

for (const { code, country, case: kind, verdict, holder, sponsor } of codes) {
  test(`${code}, ${kind} in ${country}: ${verdict}, ${holder ?? 'no bank'}`, () => {
    // Seven digits without a separator can also be an account number.
    const written = country === 'JP' ? `${code.slice(0, 4)}-${code.slice(4)}` : code
    const [reading] = readings(written, country)
    assert.ok(reading)
    const [first] = reading.banks
    const lender = reading.banks.find(({ relation }) => relation === 'sponsor')
    assert.deepEqual(
      [reading.verdict, first?.id ?? null, lender?.id ?? null, reading.branch_checked],
      [verdict, holder, sponsor, true],
    )
  })
}

test('seven digits in Japan are a branch code if the list has it, and otherwise an account number', () => {
  const kindsOf = (text: string): string[] => readings(text, 'jp').map(({ kind, verdict }) => `${kind} ${verdict}`)
  assert.deepEqual(kindsOf('0001001'), ['bank_code valid'])
  assert.deepEqual(kindsOf('0001999'), ['account_number possible'])
})
