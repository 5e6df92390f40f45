/** Every account form in the shipped data leads its example to a bank. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings } from '../support/resolve-helpers.ts'
import { shippedDirectory } from '../support/services/service.ts'

const { accountForms: forms, branchLists } = shippedDirectory().packed

const hasBranchList = (scheme: string | undefined): boolean =>
  forms.some((form) => form.scheme === scheme && branchLists.some((list) => list.form === form.id))

for (const { id, country, scheme, example, parts, indicative, recognised_by: by } of forms) {
  test(`${id}: resolve finds the bank of the example, in its country and, if the form allows it, without`, () => {
    const kind = parts.account === undefined ? 'bank_code' : 'account_number'
    const expected =
      parts.bank_code === undefined ? 'unknown' : indicative && !hasBranchList(scheme) ? 'possible' : 'valid'
    const find = (code?: string) =>
      readings(example, code).find((one) => one.kind === kind && one.parts.country === country)
    assert.equal(find(country)?.verdict, expected)
    assert.deepEqual(Object.keys(find(country)?.parts ?? {}), [
      'country',
      ...Object.keys(parts).filter((name) => name !== 'reserved'),
    ])
    if (by !== 'country') assert.ok(find(), 'it is not found without a country')
  })
}

test('the shipped data has forms', () => {
  assert.ok(forms.length > 30)
})
