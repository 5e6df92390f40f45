import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { CheckedAccount } from '../../src/directory/accounts/check/account-check-schema.ts'
import type {
  AccountField,
  AccountRequirements,
  TestAccount,
} from '../../src/directory/records/account-requirements-record.ts'
import type { SupportedCountry } from '../../src/directory/records/country-record.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { postJson, startService } from '../support/services/service.ts'
import { allMethods, methodOf } from './account-helpers.ts'

type Case = [
  method: string,
  row: 'example' | 'check_digit' | 'length',
  number: string,
  verdict: string,
  reason: string | null,
]

/**
 * The expected rows of every method with a check digit, worked out from the registry, the records and the rules of the
 * check digits. `passes`: the fields that name the bank decide between `valid`, `possible` and `unknown`.
 */
const cases: Case[] = JSON.parse(readFileSync(new URL('test-accounts.json', import.meta.url), 'utf8'))

function testAccountsOf(methodId: string): TestAccount[] {
  const country = shippedLookups().findCountry(methodId.slice(0, 2)) as SupportedCountry
  return shippedLookups().testAccounts({ country, method: methodOf(methodId) })
}

const positions = { example: 0, check_digit: 1, length: 2 } as const

test('a method with a check digit has its example, a wrong check digit and a wrong length', () => {
  for (const [method, row, number, verdict, reason] of cases) {
    const { key } = methodOf(method).fields.find(({ check }) => check !== null) as AccountField
    const account = testAccountsOf(method)[positions[row]]
    assert.equal(account?.fields[key], number, `${method}: ${row}`)
    assert.equal(account?.reason, reason, `${method}: ${row}`)
    if (verdict === 'passes') assert.notEqual(account?.verdict, 'invalid', `${method}: ${row}`)
    else assert.equal(account?.verdict, verdict, `${method}: ${row}`)
  }
})

test('every method with a check digit is among the cases', () => {
  const checked = allMethods().filter(({ fields }) => fields.some(({ check }) => check !== null))
  assert.deepEqual(new Set(cases.map(([method]) => method)), new Set(checked.map(({ id }) => id)))
})

test('every method has an account that is not invalid, and one that is', () => {
  for (const { id } of allMethods()) {
    const verdicts = testAccountsOf(id).map(({ verdict }) => verdict)
    assert.notEqual(verdicts[0], 'invalid', id)
    assert.ok(verdicts.includes('invalid'), id)
  }
})

test('a check through the API returns the verdict and the reason of each account', async (t) => {
  const { url } = await startService(t)
  for (const { code } of shippedLookups().countries) {
    const response = await fetch(`${url}/v1/account-requirements?country=${code}&test_accounts=true`)
    const { methods } = (await response.json()) as AccountRequirements
    for (const { id: method, test_accounts: accounts = assert.fail(`${method} has no test accounts`) } of methods) {
      const body = JSON.stringify({ country: code, method, accounts: accounts.map(({ fields }) => ({ fields })) })
      const { results } = (await (await postJson(`${url}/v1/accounts/check`, body)).json()) as {
        results: CheckedAccount[]
      }
      const checked = results.map(({ verdict, fields }) => ({
        verdict,
        reason: Object.values(fields).find(({ reason }) => reason !== null)?.reason ?? null,
      }))
      assert.deepEqual(
        checked,
        accounts.map(({ verdict, reason }) => ({ verdict, reason })),
        method,
      )
    }
  }
})

test('an account that no source prints has zeros where a real one has its number', () => {
  for (const { id, fields, examples } of allMethods()) {
    if (examples === 'published') continue
    const number = fields.find(({ key }) => key === 'account_number')?.example ?? assert.fail(id)
    assert.match(number, /0{5}/, id)
    assert.ok(
      testAccountsOf(id).every(({ source }) => source === null),
      id,
    )
  }
})

test('an account that a source prints names the source, and the invalid ones made from it do not', () => {
  const [printed, ...changed] = testAccountsOf('fr_iban')
  assert.equal(printed?.source, 'iban-registry-r102')
  assert.deepEqual(
    changed.map(({ source }) => source),
    [null, null],
  )
})
