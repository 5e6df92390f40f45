import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { form, type Row, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { readDataset } from '../dataset.ts'

test('account forms are read, and a form in the overlay replaces the shipped form with the same id', (t) => {
  const folder = writeFolder(t, { ...small(), forms: [form('aa_number'), form('aa_other')] })
  const overlay = mkdtempSync(join(tmpdir(), 'bank-lookup-overlay-'))
  t.after(() => rmSync(overlay, { recursive: true }))
  const own = [form('aa_other', { label: 'Own' }), form('aa_third')]
  writeFileSync(join(overlay, 'account-forms.json'), JSON.stringify(own))
  const labels = (forms: { id: string; label: string }[]) => forms.map(({ id, label }) => `${id} ${label}`)
  assert.deepEqual(labels(readDataset(folder).accountForms), ['aa_number Number', 'aa_other Number'])
  const merged = ['aa_number Number', 'aa_other Own', 'aa_third Number']
  assert.deepEqual(labels(readDataset(folder, overlay).accountForms), merged)
})

const faults: [fault: string, more: Row, message: RegExp][] = [
  ['an id of another country', { id: 'bb_number' }, /bb_number: its id must start with "aa_"/],
  ['an unknown scheme', { scheme: 'aa_x' }, /aa_number: its scheme aa_x is not in schemes\.json/],
  ['a scheme of another country', { id: 'bb_x', country: 'BB' }, /bb_x: its scheme aa_code belongs to AA/],
  [
    'a bank code without a scheme',
    { scheme: undefined },
    /a form has both a scheme and the part bank_code, or neither/,
  ],
  ['an unknown source', { source: 'x' }, /its source x is not in sources\.json/],
  ['an unknown rule', { check: 'x' }, /check is "x"; allowed values are cbu, clabe, dz_rib, mod97, rib, ve_account/],
  ['an unknown part', { parts: { bank_code: '\\d{3}', x: '\\d' } }, /allowed values are bank_code, branch_code/],
  ['an example that does not match', { example: '1234567' }, /its example is invalid: .* has 8 digits; this one has 7/],
  [
    'an example with wrong check digits',
    { check: 'rib' },
    /its example is invalid: The check digits of this number do not match/,
  ],
  [
    'a pattern outside the subset',
    { parts: { bank_code: '\\d{3}', account: '(\\d+)+' } },
    /its parts are not in the allowed subset of regular expressions/,
  ],
  [
    'an unregistered IBAN in a country that the registry has',
    { id: 'de_number', country: 'DE', scheme: undefined, parts: { account: '\\d{7}', check_digit: '\\d' }, iban: true },
    /the IBAN registry has DE/,
  ],
]

for (const [fault, more, message] of faults) {
  test(`a form with ${fault} is rejected`, (t) => {
    assert.throws(() => readDataset(writeFolder(t, { ...small(), forms: [form('aa_number', more)] })), message)
  })
}
