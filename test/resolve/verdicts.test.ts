import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingKinds, verdicts } from '../../src/directory/resolve/reading.ts'
import { readings, summaryOf } from '../support/resolve-helpers.ts'
import { shippedDirectory } from '../support/services/service.ts'
import { resolveCases } from './resolve-cases.ts'

for (const [identifier, country, expected] of resolveCases) {
  test(`${identifier}${country ? ` in ${country}` : ''} is read as: ${expected}`, () => {
    const found = readings(identifier, country)
    assert.equal(summaryOf(found[0]), expected)
    for (const { kind, verdict, reason, message, checks, note, banks, bic } of found) {
      assert.equal(reason !== null && message !== null, verdict === 'invalid')
      assert.ok(banks.length > 0 || note, 'a reading without a bank has a note')
      // A reference belongs to no bank.
      if (verdict === 'valid' && kind !== 'reference') assert.equal(banks[0]?.relation, 'holder')
      if (verdict === 'invalid') assert.ok(bic === null && checks.length > 0)
      if (verdict === 'unknown') assert.deepEqual(banks, [])
    }
  })
}

test('the table has at least 150 identifiers, of every kind and with every verdict', () => {
  const found = resolveCases.flatMap(([identifier, country]) => readings(identifier, country))
  assert.ok(resolveCases.length >= 150)
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(readingKinds))
  assert.deepEqual(new Set(found.map(({ verdict }) => verdict)), new Set(verdicts))
})

const accounts: [identifier: string, country: string | undefined, checks: string, checked: boolean | null][] = [
  ['DE89370400440532013000', undefined, 'length structure mod97', false],
  ['ES9121000418450200051332', undefined, 'length structure mod97 national_check', true],
  ['GB29NWBK60161331926819', undefined, 'length structure mod97 modulus', true],
  ['DE89370400440532013001', undefined, 'length structure mod97', false],
  ['COBADEFF', undefined, 'length structure', null],
  ['021000021', undefined, 'length structure checksum range', null],
  ['20-29-59 63748472', undefined, 'length structure modulus', true],
  ['058 1234567896', 'ng', 'length structure checksum', true],
  ['1234567896', 'ng', 'length structure', false],
  ['70580671290', 'no', 'length structure national_check', true],
  ['61109010140000071219812874', 'pl', 'length structure mod97 national_check', false],
  ['058', 'ng', 'length structure', null],
  ['ng-access-bank', undefined, '', null],
]

for (const [identifier, country, checks, checked] of accounts) {
  test(`${identifier} has the checks ${checks || 'none'}, and account_checked ${checked}`, () => {
    const [reading] = readings(identifier, country)
    assert.deepEqual([reading?.checks.join(' '), reading?.account_checked], [checks, checked])
  })
}

test('a domestic account number is read with its bank code if it has one, and never as an invalid IBAN', () => {
  for (const [identifier, country, parts] of [
    ['37040044 0532013000', 'de', { country: 'DE', bank_code: '37040044', account: '0532013000' }],
    ['539-0075470-34', 'be', { country: 'BE', bank_code: '539', account: '0075470', national_check: '34' }],
    ['19-2000145399/0800', 'cz', { country: 'CZ', bank_code: '0800', account_prefix: '000019', account: '2000145399' }],
    [
      '05428 11101 000000123456',
      'it',
      { country: 'IT', national_check: 'X', bank_code: '05428', branch_code: '11101', account: '000000123456' },
    ],
    ['15202001026284066', 'cr', { country: 'CR', bank_code: '0152', account: '02001026284066' }],
    ['2000145399/0800', 'cz', { country: 'CZ', bank_code: '0800', account_prefix: '000000', account: '2000145399' }],
    [
      '11773016-11111018',
      'hu',
      { country: 'HU', bank_code: '117', branch_code: '7301', branch_check_digit: '6', account: '1111101800000000' },
    ],
    ['00400440116243', 'dk', { country: 'DK', bank_code: '0040', account: '0440116243' }],
    ['532013000', 'de', { country: 'DE', account: '532013000' }],
  ] as const) {
    const [reading] = readings(identifier, country)
    assert.deepEqual([reading?.kind, reading?.parts], ['account_number', parts], identifier)
  }
  const [wrong] = readings('70580671291', 'no')
  assert.deepEqual(
    [wrong?.verdict, wrong?.reason, wrong?.banks[0]?.id],
    ['invalid', 'national_checksum', 'no-dnb-bank'],
  )
})

test('both domestic formats of every IBAN example are read as account numbers, with the parts of the IBAN', () => {
  const { countries } = shippedDirectory()
  let checked = 0
  for (const { code, kind, iban, account_number } of countries) {
    const { example } = account_number
    if (kind !== 'country' || !iban || !example?.startsWith(code)) continue
    const [whole] = readings(example)
    for (const domestic of [example.slice(2), example.slice(4)]) {
      const [reading] = readings(domestic, code)
      assert.deepEqual([reading?.kind, reading?.verdict], ['account_number', whole?.verdict], `${code} ${domestic}`)
      assert.equal(reading?.parts.bank_code, whole?.parts.bank_code)
      const [labelled] = readings(`account number ${domestic}`, code)
      assert.equal(labelled?.kind, 'account_number', `${code} ${domestic}`)
    }
    checked++
  }
  assert.ok(checked > 30)
})

test('a former code in another country lowers a current code to possible', () => {
  const found = new Map(readings('030').map(({ scheme, verdict }) => [scheme, verdict]))
  assert.deepEqual([found.get('be_code'), found.get('ca_institution')], ['possible', 'former'])
})
