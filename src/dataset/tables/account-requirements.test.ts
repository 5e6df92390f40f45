import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { method, type Row, sharedField, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { paymentMethodsOf } from '../../directory/accounts/requirements.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements-record.ts'
import { readDataset } from '../dataset.ts'

function methodsIn(folder: string, overlay?: string): PaymentMethod[] {
  const data = readDataset(folder, overlay)
  return data.countries.flatMap((country) => paymentMethodsOf(country, data))
}

const labels = (methods: PaymentMethod[]): string[] => methods.map(({ id, label }) => `${id} ${label}`)

test('methods and shared fields are read, and those in the overlay replace the shipped ones with the same id', (t) => {
  const requirements = [sharedField(), method('aa_first'), method('aa_second')]
  const folder = writeFolder(t, { ...small(), requirements })
  assert.deepEqual(labels(methodsIn(folder)), ['aa_first Method', 'aa_second Method'])
  const overlay = mkdtempSync(join(tmpdir(), 'bank-lookup-overlay-'))
  t.after(() => rmSync(overlay, { recursive: true }))
  const own = [sharedField({ hint: 'Own hint.' }), method('aa_second', { label: 'Own' }), method('bb_new')]
  writeFileSync(join(overlay, 'account-requirements.json'), JSON.stringify(own))
  const merged = methodsIn(folder, overlay)
  assert.deepEqual(labels(merged), ['aa_first Method', 'aa_second Own', 'bb_new Method'])
  assert.equal(merged[0]?.fields[0]?.hint, 'Own hint.')
})

test('a country with IBANs has an IBAN method if the file has the shared field', (t) => {
  const data = small()
  const account = { label: 'IBAN', pattern: '^AA\\d{4}$', example: 'AA0000' }
  Object.assign(data.countries[0] as Row, { iban: true, account_number: account })
  assert.deepEqual(methodsIn(writeFolder(t, data)), [])
  const iban = { id: 'iban', key: 'iban', label: 'IBAN', hint: 'On a statement.', type: 'iban', source: 'a-list' }
  const usual = method('aa_usual', { usual: true, fields: [{ field: 'iban' }] })
  const requirements = [iban, method('aa_other', { fields: [{ field: 'iban' }] }), usual]
  const methods = methodsIn(writeFolder(t, { ...data, requirements }))
  assert.deepEqual(labels(methods), ['aa_usual Method', 'aa_iban IBAN', 'aa_other Method'])
  assert.equal(methods[1]?.fields[0]?.example, 'AA0000')
})

const field = (more: Row): Row => ({ fields: [{ field: 'account_number', ...more }] })

const faults: [fault: string, more: Row, message: RegExp][] = [
  ['an id of another country', { country: 'BB' }, /aa_x: its id must start with "bb_"/],
  ['a country that is not supported', { id: 'cc_x', country: 'CC' }, /cc_x: CC is not in countries\.json/],
  ['an unknown source', { source: 'x' }, /aa_x: its source x is not in sources\.json/],
  ['an unknown shared field', { fields: [{ field: 'x' }] }, /aa_x: its shared field x does not exist/],
  ['an unknown scheme', field({ schemes: ['x'] }), /aa_x: its scheme x is not in schemes\.json/],
  ['an unknown form', field({ form: 'aa_form' }), /aa_x: its form aa_form does not exist/],
  ['an unknown check', field({ check: 'x' }), /check is "x"; allowed values are cbu, clabe/],
  ['an unknown property', field({ x: 1 }), /has the unknown field "x"/],
  [
    'two fields with the same key',
    { fields: [{ field: 'account_number' }, { field: 'account_number' }] },
    /two fields with the key account/,
  ],
  ['no fields', { fields: [] }, /fields must NOT have fewer than 1 items/],
  [
    'an example that does not match',
    field({ example: 'x' }),
    /has the example "x", which does not match \^\\d\{1,20\}\$/,
  ],
  ['no example', { fields: [bankField(undefined)] }, /its field bank has no example/],
  ['a pattern outside the subset', field({ pattern: '^\\d+$' }), /not in the allowed subset of regular expressions/],
  ['a select without options', field({ type: 'select' }), /its field account_number is a select without options/],
  [
    'options of a text',
    field({ options: [{ value: '1', label: 'One' }] }),
    /its field account_number has options, but is not a select/,
  ],
  [
    'an example that is not an option',
    field({ type: 'select', options: [{ value: '2', label: 'Two' }] }),
    /has an example that is not one of its options/,
  ],
  ['a bank that is not in the country', { fields: [bankField('bb-only')] }, /has the example "bb-only", which does/],
]

function bankField(example: string | undefined): Row {
  return { key: 'bank', label: 'Bank', hint: 'A bank.', type: 'bank', example }
}

for (const [fault, more, message] of faults) {
  test(`a method with ${fault} is rejected`, (t) => {
    const requirements = [sharedField(), method('aa_x', { country: 'AA', ...more })]
    assert.throws(() => readDataset(writeFolder(t, { ...small(), requirements })), message)
  })
}
