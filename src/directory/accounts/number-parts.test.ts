import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory } from '../../../test/support/data/shipped.ts'
import { compact } from '../../identifiers/account-form.ts'
import { partsOfMethod } from './number-parts.ts'

const directory = shippedDirectory()
const methods = directory.countries.flatMap((country) => [...directory.listPaymentMethods(country)])
const partsOf = (method: (typeof methods)[number]) => partsOfMethod(method, directory.packed.accountForms)

test('the parts of every method together are the examples of its fields', () => {
  for (const method of methods) {
    const drawn = method.fields.filter(({ type }) => type !== 'select' && type !== 'tel')
    const text = partsOf(method).map((part) => part.text)
    assert.equal(compact(text.join('')), compact(drawn.map(({ example }) => example).join('')), method.id)
    assert.ok(
      text.every((part) => part !== ''),
      method.id,
    )
  }
})

test('an IBAN has a bank code in every country', () => {
  for (const method of methods.filter(({ id }) => id.endsWith('_iban')))
    assert.ok(
      partsOf(method).some(({ name }) => name === 'bank_code'),
      method.id,
    )
})

test('numbers with a rule are split at its positions', () => {
  const namesOf = (id: string): string[] =>
    methods.filter((method) => method.id === id).flatMap((method) => partsOf(method).map(({ name }) => name))
  assert.deepEqual(namesOf('ng_nuban'), ['bank', 'serial', 'check_digit'])
  assert.deepEqual(namesOf('us_ach'), ['federal_reserve_symbol', 'institution', 'check_digit', 'account_number'])
  assert.deepEqual(namesOf('mx_clabe'), ['bank_code', 'branch_code', 'account', 'check_digit'])
  assert.deepEqual(namesOf('gb_iban'), ['country', 'check_digits', 'bank_code', 'sort_code', 'account'])
  assert.deepEqual(namesOf('in_ifsc'), ['bank_code', 'reserved', 'branch_code', 'account_number'])
})
