import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('an IBAN leads to the bank with its bank code, even if another part is invalid', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['DE89 3704 0044 0532 0130 00', undefined, 'iban, valid, holder de-elbe'],
    ['iban: de89370400440532013000', undefined, 'iban, valid, holder de-elbe'],
    ['DE89370400440532013001', undefined, 'iban, invalid, holder de-elbe'],
  ])
  assert.deepEqual([read('DE89370400440532013000')[0]?.bic, read('DE89370400440532013001')[0]?.bic], ['ELBADEFF', null])
})

test('a BIC is valid if a bank has it, and only possible if banks have one with the same prefix', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['elbadeffxxx', undefined, 'bic, valid, holder de-elbe'],
    ['ELBADEFF500', undefined, 'bic, possible, holder de-elbe'],
    ['ELBADE22', undefined, 'bic, possible, usual_holder de-elbe'],
    ['ZZZZDE22', undefined, 'bic, unknown'],
  ])
  assert.equal(read('BOTKJPJT')[0]?.note, 'The directory has no banks in JP (Japan).')
  assert.match(read('ELBADEF0')[0]?.note ?? '', /^This is a test BIC/)
})

test('an IBAN or BIC from a country other than the given one is read, with a note', (t) => {
  const read = createReader(t)
  for (const [text, name] of [
    ['DE89370400440532013000', 'IBAN'],
    ['ELBADEFF', 'BIC'],
  ] as const) {
    const [reading] = read(text, 'fr')
    assert.equal(reading?.verdict, 'valid')
    assert.equal(reading?.note, `This ${name} is from DE (Germany), not from the country in the request.`)
  }
})

test('an LEI is valid if a bank has it, and only LEIs that a bank has are suggested', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['529900BBEBGNAA1C6176', undefined, 'lei, valid, holder de-elbe'],
    ['5299000J2N45DDNE4Y28', undefined, 'lei, unknown'],
  ])
  assert.equal(read('529900BBEBGNAA1C6167')[0]?.suggestion, '529900BBEBGNAA1C6176')
})

test('a bank id may be in upper or lower case, and the id of a merged bank leads to its successor', (t) => {
  assertReadings(createReader(t), [
    ['DE-Elbe', undefined, 'bank_id, valid, holder de-elbe'],
    ['de-old', undefined, 'bank_id, former, successor de-elbe'],
    ['de-none', undefined, 'nothing'],
  ])
})

test('twenty digits are read as an LEI only if they can be one, and the note names the country', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['12345678901234567888', undefined, 'lei, unknown'],
    ['12345678901234567890', undefined, 'nothing'],
    ['LEI 12345678901234567890', undefined, 'lei, invalid'],
    ['12345678901234567888', 'gh', 'account_number, invalid'],
    ['12345678901234567888', 'de', 'account_number, invalid'],
  ])
  assert.match(read('12345678901234567888')[0]?.note ?? '', /national account number, which needs `country`\.$/)
})
