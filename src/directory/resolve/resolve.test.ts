import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank, code, country } from '../../../test/support/data/small-data.ts'
import { inventedDirectory } from '../../../test/support/resolve-data.ts'
import { assertReadings, createReader, summaryOf } from '../../../test/support/resolve-helpers.ts'

/** NG and XA use the bank code 058. XA also uses 111, which is only a register number in XB. */
function ambiguousDirectory() {
  const data = inventedDirectory()
  const [scheme] = data.schemes
  data.countries.push(country('XA', { code_schemes: ['xa_code'] }), country('XB'))
  data.schemes.push(
    { ...scheme, id: 'xa_code', country: 'XA' },
    { ...scheme, id: 'xb_register', country: 'XB', use: 'identity' },
  )
  data.banks.xa = [bank('xa-one', { codes: [code('058', { scheme: 'xa_code' }), code('111', { scheme: 'xa_code' })] })]
  data.banks.xb = [bank('xb-one', { codes: [code('111', { scheme: 'xb_register' })] })]
  return data
}

test('a code that several countries use is possible in each, and valid in the given one', (t) => {
  const read = createReader(t, ambiguousDirectory())
  assert.deepEqual(read('058').map(summaryOf), [
    'ng_cbn, possible, holder ng-benue',
    'xa_code, possible, holder xa-one',
  ])
  for (const { note } of read('058'))
    assert.equal(note, 'Several countries use this code; add the country to choose one.')
  assertReadings(read, [['058', 'xa', 'xa_code, valid, holder xa-one']])
})

test('a number in a register does not make a payment code ambiguous', (t) => {
  const read = createReader(t, ambiguousDirectory())
  assert.deepEqual(read('111').map(summaryOf), [
    'xa_code, valid, holder xa-one',
    'xb_register, possible, holder xb-one',
  ])
})

test('a code of a payment provider leads to its bank, casts no doubt on others, and adds nothing if it is the national code', (t) => {
  const data = ambiguousDirectory()
  data.schemes.push({ ...data.schemes[0], id: 'zz_pay', country: '*', use: 'provider' })
  const provider = (value: string) => code(value, { scheme: 'zz_pay' })
  data.banks.xb = [bank('xb-one', { codes: [provider('111'), provider('222')] })]
  data.banks.xa = [bank('xa-one', { codes: [code('111', { scheme: 'xa_code' }), provider('111')] })]
  const read = createReader(t, data)
  assert.deepEqual(read('222').map(summaryOf), ['zz_pay, valid, holder xb-one'])
  assert.match(read('222')[0]?.note ?? '', /^This code is only for /)
  assert.deepEqual(read('111').map(summaryOf), ['xa_code, valid, holder xa-one', 'zz_pay, possible, holder xb-one'])
})

test('readings are ranked: check digits before formats, holders before unknown codes', (t) => {
  const kinds = createReader(t)('000301372').map(summaryOf)
  assert.deepEqual(kinds, ['ca_eft, valid, holder ca-maple', 'us_aba, unknown'])
})

test('a letter typed for a digit and a lost zero are corrected if a bank confirms the result', (t) => {
  const read = createReader(t)
  for (const [text, suggestion, message] of [
    ['O2100OO21', '021000021', 'There is a letter where a digit is expected.'],
    ['21000021', '021000021', 'A leading zero is missing.'],
    ['2O-29-59 63748472', '20295963748472', 'There is a letter where a digit is expected.'],
  ] as const) {
    const [reading] = read(text)
    assert.deepEqual([reading?.suggestion, reading?.message, reading?.banks], [suggestion, message, []], text)
  }
})

test('damaged IBANs, LEIs and BICs are recognised', (t) => {
  const read = createReader(t)
  for (const [text, kind] of [
    ['D E893 7040 0440 5320 1300 0O', 'iban'],
    ['529900BBEBGNAA1C617', 'lei'],
    ['ELBADEF', 'bic'],
  ] as const) {
    assert.deepEqual([read(text)[0]?.kind, read(text)[0]?.verdict], [kind, 'invalid'], text)
  }
})

test('text in no known format is explained as the kind that the given country expects', (t) => {
  assertReadings(createReader(t), [
    ['12345', 'us', 'us_aba, invalid'],
    ['12', 'ca', 'ca_eft, invalid'],
    ['1301', 'gh', 'gh_sort, invalid'],
    ['12', 'ng', 'nuban, invalid'],
    ['123', 'gb', 'gb_sort_code, invalid'],
    ['account 123', 'gb', 'account_number, invalid'],
  ])
})

test('a name has no reading', (t) => {
  assertReadings(createReader(t), [
    ['hello world', undefined, 'nothing'],
    ['Access Bank', 'ng', 'nothing'],
    ['', undefined, 'nothing'],
  ])
})
