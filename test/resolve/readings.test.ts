import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resolveSchema } from '../../src/directory/resolve/resolve-schema.ts'
import { readings } from '../support/resolve-helpers.ts'
import { assertFits } from '../support/schemas.ts'
import { shippedDirectory } from '../support/services/service.ts'

test('a BIC whose first letters look like digits is not read as an IBAN', () => {
  assert.deepEqual(
    readings('RZOOAT2L999').map(({ kind }) => kind),
    ['bic'],
  )
})

test('a Nigerian account can be at the successor of the bank that issued it, or at an unverified bank', () => {
  const possible = (account: string): string[] =>
    readings(account, 'ng').flatMap(({ banks }) => banks.map(({ id }) => id))
  // The check digit matches the code of Diamond Bank, which merged into Access Bank.
  assert.ok(possible('1234567894').includes('ng-access-bank'))
  assert.ok(possible('1234567896').includes('ng-branch-international-finance'))
})

test('without the country, no number is read as a Swedish clearing number', () => {
  const { codeRanges } = shippedDirectory().packed
  const assigned = codeRanges.filter(({ scheme }) => scheme === 'se_clearing')
  assert.ok(assigned.length > 50)
  for (const { first } of assigned) {
    for (const country of [undefined, 'eu', 'no']) {
      assert.ok(!readings(first, country).some(({ scheme }) => scheme === 'se_clearing'), `${first} ${country}`)
    }
    assert.deepEqual([readings(first, 'se')[0]?.scheme, readings(first, 'se')[0]?.verdict], ['se_clearing', 'valid'])
  }
})

test('the reading of a Swedish account number has its parts and says what was checked', () => {
  const [checked] = readings('8327-9, 14 725 892-5', 'se')
  assert.deepEqual(checked?.parts, { country: 'SE', clearing: '83279', account: '0147258925' })
  assert.deepEqual([checked?.checks.at(-1), checked?.account_checked, checked?.bic], ['checksum', true, 'SWEDSESS'])
  const [doubtful] = readings('8327-9, 123 456 789-0', 'se')
  assert.match(doubtful?.note ?? '', /^The check digit of the account number does not match/)
  const [unknown] = readings('4000 1234567', 'se')
  assert.match(unknown?.note ?? '', /not checked: no reliable rule is known/)
  assert.equal(readings('1274 235305', 'se')[0]?.suggestion, '12740235305')
})

test('a note says whether a Nigerian account was checked at its bank, and if the bank is unknown', () => {
  const noteOf = (identifier: string): string | null | undefined => readings(identifier, 'ng')[0]?.note
  assert.match(noteOf('058 1234567896') ?? '', /matches this bank/)
  assert.match(noteOf('234 8031234567') ?? '', /^No bank in the directory has the code 234/)
  assert.equal(noteOf('058 1234567895'), null)
})

test('the suggestion for an account with its bank code contains both', () => {
  assert.equal(readings('O58 1234567896', 'ng')[0]?.suggestion, '058 1234567896')
})

test('a reading with a suggestion comes before one without', () => {
  assert.deepEqual(
    readings('MZI1VDH2BQFLZGLQDO60').map(({ kind, suggestion }) => [kind, suggestion]),
    [
      ['lei', 'MZI1VDH2BQLFZGLQDO60'],
      ['iban', null],
    ],
  )
})

test('a code that several countries use is possible in each of them, and valid in the given country', () => {
  const everywhere = new Map(readings('058').map(({ scheme, verdict, note }) => [scheme, { verdict, note }]))
  for (const scheme of ['ng_cbn', 'be_code', 'lu_code']) {
    assert.equal(everywhere.get(scheme)?.verdict, 'possible')
    assert.match(everywhere.get(scheme)?.note ?? '', /add the country/)
  }
  assert.equal(everywhere.get('tz_bot')?.verdict, 'former')
  assert.deepEqual(
    readings('058', 'be').map(({ scheme, verdict }) => [scheme, verdict]),
    [['be_code', 'valid']],
  )
  // A region such as the EU does not choose one country.
  assert.ok(readings('058', 'eu').every(({ verdict }) => verdict === 'possible'))
})

test('an invalid identifier has a reason, a position and a suggestion', () => {
  const [swapped] = readings('DE89 3704 0044 0523 0130 00')
  assert.deepEqual(
    [swapped?.verdict, swapped?.reason, swapped?.suggestion],
    ['invalid', 'checksum', 'DE89370400440532013000'],
  )
  const [short] = readings('DE8937040044053201300')
  assert.deepEqual(
    [short?.reason, short?.message],
    ['length', 'An IBAN that starts with DE (Germany) has 22 characters; this one has 21.'],
  )
  const [lost] = readings('21000021')
  assert.deepEqual([lost?.kind, lost?.reason, lost?.suggestion], ['us_aba', 'length', '021000021'])
  const [letter] = readings('O21OOOO21', 'us')
  assert.deepEqual([letter?.verdict, letter?.suggestion], ['invalid', '021000021'])
  assert.ok([swapped, short].every((reading) => reading?.banks[0]?.id === 'de-commerzbank' && reading.bic === null))
  assert.ok([lost, letter].every((reading) => reading?.banks.length === 0))
})

const typos: [identifier: string, reason: string, at: [number, number] | null, suggestion: string | null][] = [
  ['21000021', 'length', null, '021000021'],
  ['02100002l', 'format', [8, 9], '021000021'],
  ['021000012', 'checksum', null, '021000021'],
  ['7-01-16 34012583', 'length', null, '07011634012583'],
  ['12-34-56 1234567O', 'format', [13, 14], '12345612345670'],
  ['529900K16YGKC8BES8922', 'length', null, '529900K16YGKC8BES892'],
  ['529900K16YGKC8BES89', 'length', null, '529900K16YGKC8BES892'],
  ['COBADEFFXX', 'length', null, null],
  ['CHASG82L', 'format', [5, 6], 'CHASGB2L'],
  ['1T60 X054 2811 1010 0000 0123 456', 'format', [0, 1], 'IT60X0542811101000000123456'],
  ['UK29 NWBK 6016 1331 9268 19', 'country', [0, 2], 'GB29NWBK60161331926819'],
  ['EL16 0110 1250 0000 0001 2300 695', 'country', [0, 2], 'GR1601101250000000012300695'],
  ['DE89 3704 0044 5320 1300 0', 'length', null, 'DE89370400440532013000'],
  // No bank in the data has the code, but the character must be a digit.
  ['CH93 O076 2011 6238 5295 7', 'format', [4, 5], 'CH9300762011623852957'],
  // BRAC would match the check digits, but no bank has this code.
  ['GB03 BARC 2020 1530 0934 59', 'checksum', null, null],
]

for (const [identifier, reason, at, suggestion] of typos) {
  test(`${identifier} is invalid (${reason})${suggestion ? `, with the suggestion ${suggestion}` : ''}`, () => {
    const [reading] = readings(identifier)
    assert.deepEqual(
      [reading?.verdict, reading?.reason, reading?.at, reading?.suggestion],
      ['invalid', reason, at, suggestion],
    )
  })
}

test('for any input, readings match the schema, and a reading without a bank has a note', () => {
  const soup = fc.string({ unit: fc.constantFrom(...'0123456789ABDEGINX -/.OIl\u00a0ß'), maxLength: 40 })
  const country = fc.constantFrom(undefined, 'ng', 'us', 'gb', 'ca', 'eu', 'de', 'gh')
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 100 })), country, (identifier, given) => {
      const found = readings(identifier, given)
      assertFits(resolveSchema, { reading_count: found.length, readings: found, message: null })
      for (const { banks, note } of found) assert.ok(banks.length > 0 || note, identifier)
    }),
    { numRuns: 300 },
  )
})

test('an IBAN of a country that is not in the IBAN registry does not say that the directory lacks its bank codes', () => {
  const noteOn = (iban: string): string => readings(iban)[0]?.note ?? ''
  // Algerian banks have codes in the directory, Iranian ones do not. Both IBANs are published examples.
  assert.match(noteOn('DZ580002100001113000000570'), /^The bank code cannot be read from this IBAN\./)
  assert.match(noteOn('IR710570029971601460641001'), /^The directory has no bank codes for IR \(Iran\)\./)
})
