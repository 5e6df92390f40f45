import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import registry from '../../data/iban.json' with { type: 'json' }
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, compact, format, isValid, parts } from './iban.ts'
import { nationalRules } from './iban-national-checks.ts'
import vectors from './vectors/iban.json' with { type: 'json' }

const examples = Object.values(registry.countries).map(({ example }) => example)
const isDigit = (character: string | undefined): boolean => /\d/.test(character ?? '')

/** An independent computation with big integers, as ISO 7064 defines it. */
function withCheckDigits(country: string, bban: string): string {
  const number = BigInt([...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join(''))
  return country + String(98n - (number % 97n)).padStart(2, '0') + bban
}

const signs: Record<string, string> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }

/** IBANs with correct structure and check digits; the national check digits are random. */
const ibans = fc.oneof(
  ...Object.entries(registry.countries).map(([country, { structure }]) => {
    const pattern = structure.slice(5).replaceAll(/(\d+)!([nac])/g, (_, count, sign) => `${signs[sign]}{${count}}`)
    return fc.stringMatching(new RegExp(`^${pattern}$`)).map((bban) => withCheckDigits(country, bban))
  }),
)

test('the example of every country and every published IBAN are valid', () => {
  for (const iban of [...examples, ...vectors.ibans.map((vector) => vector.iban)]) {
    const { passed, canonical, checks } = check(iban)
    assert.deepEqual([passed, canonical, checks.slice(0, 3)], [true, iban, ['length', 'structure', 'mod97']])
  }
})

test('the bank code is at the position given by the registry', () => {
  for (const { iban, bank_code } of vectors.ibans) assert.equal(parts(iban).bank_code, bank_code, iban)
})

test('the parts of an IBAN cover all of it, in order', () => {
  for (const iban of examples) {
    const { country, check_digits, national_check = '', bank_code, branch_code = '', account } = parts(iban)
    const whole = [country, check_digits, national_check, bank_code, branch_code, account].join('')
    assert.equal(whole, iban)
  }
})

test('spaces, hyphens, lower case and the word IBAN in front are ignored', () => {
  for (const input of [
    'DE89 3704 0044 0532 0130 00',
    'iban: de89-3704-0044-0532-0130-00',
    'DE89\u00a03704\u202f0044053201.3000',
  ]) {
    assert.equal(check(input).canonical, 'DE89370400440532013000')
    assert.ok(isValid(input))
  }
  assert.equal(format('DE89370400440532013000'), 'DE89 3704 0044 0532 0130 00')
})

test('isValid agrees with check for every country in the registry', () => {
  const anything = fc.oneof(
    ibans,
    fc.constantFrom(...examples),
    fc
      .tuple(ibans, fc.nat(30), fc.string({ unit: 'binary', maxLength: 2 }))
      .map(([iban, at, text]) => iban.slice(0, at) + text + iban.slice(at + 1)),
    fc.string({ unit: 'binary' }),
  )
  const agree = (input: string) => {
    const { passed, canonical } = check(input)
    assert.equal(isValid(input), passed && canonical.slice(0, 2) in registry.countries)
  }
  fc.assert(
    fc.property(anything, (input) => {
      for (const written of [input, format(input), input.toLowerCase(), `IBAN ${input}`]) agree(written)
    }),
    { numRuns: 2000 },
  )
})

test('structure and check digits decide if there is no national rule', () => {
  fc.assert(
    fc.property(ibans, (iban) => {
      const result = check(iban)
      if (nationalRules[iban.slice(0, 2)] === undefined) assert.equal(result.passed, true)
      else if (!result.passed) assert.equal(result.reason, 'national_checksum')
    }),
    { numRuns: 1000 },
  )
})

test('one digit replaced by another digit is always caught', () => {
  for (const iban of examples) {
    for (let at = 2; at < iban.length; at++) {
      if (!isDigit(iban[at])) continue
      for (const digit of '0123456789') {
        if (digit === iban[at]) continue
        assert.equal(check(iban.slice(0, at) + digit + iban.slice(at + 1)).passed, false, `${iban} at ${at}`)
      }
    }
  }
})

test('two adjacent digits that are swapped are always caught', () => {
  for (const iban of examples) {
    for (let at = 2; at + 1 < iban.length; at++) {
      const [left, right] = [iban[at], iban[at + 1]]
      if (left === right || !isDigit(left) || !isDigit(right)) continue
      assert.equal(check(`${iban.slice(0, at)}${right}${left}${iban.slice(at + 2)}`).passed, false)
    }
  }
})

test('a wrong national check digit is caught even though the check digits of the IBAN match', () => {
  // Changes one digit of the national number and recomputes the check digits of the IBAN.
  for (const [iban, at] of [
    ['BE68539007547034', 9],
    ['ES9121000418450200051332', 20],
    ['FR1420041010050500013M02606', 12],
    ['IT60X0542811101000000123456', 22],
    ['PT50000201231234567890154', 14],
    ['NO9386011117947', 12],
    ['HR1210010051863000160', 17],
    ['SI56263300012039086', 10],
    ['EE382200221020145685', 12],
    ['HU42117730161111101800000000', 14],
    ['PL61109010140000071219812874', 6],
    ['CZ6508000000192000145399', 20],
    ['GB29NWBK60161331926819', 20],
    ['AL47212110090000000235698741', 9],
    ['XK051212012345678906', 10],
  ] as const) {
    const digit = (Number(iban[at]) + 1) % 10
    const wrong = withCheckDigits(iban.slice(0, 2), iban.slice(4, at) + digit + iban.slice(at + 1))
    assert.equal(assertInvalid(check(wrong)).reason, 'national_checksum', iban)
  }
})

test('old Norwegian giro accounts follow other rules and are not checked by the new one', () => {
  const { passed, accountChecked, checks } = check(withCheckDigits('NO', '86010012345'))
  assert.deepEqual([passed, accountChecked, checks], [true, false, ['length', 'structure', 'mod97']])
})

test('check digits outside 02 to 98 are invalid even though the remainder is right', () => {
  for (const [account, issued, outside] of [
    ['0532013014', '02', '99'],
    ['0532013050', '97', '00'],
    ['0532013032', '98', '01'],
  ] as const) {
    assert.equal(withCheckDigits('DE', `37040044${account}`), `DE${issued}37040044${account}`)
    const { reason, at } = assertInvalid(check(`DE${outside}37040044${account}`))
    assert.deepEqual({ reason, at }, { reason: 'checksum', at: [2, 4] })
  }
})

test('for a country outside the registry only the check digits are checked, and a note says so', () => {
  const result = check(withCheckDigits('US', '12345678901'))
  assert.match((result.passed && result.note) || '', /^Only the check digits were checked: .* US \(United States\)\.$/)
  assert.equal(assertInvalid(check('US00123456789012')).reason, 'checksum')
})

test('the message names the wrong characters and their position', () => {
  const faults = {
    DE8937040044053201300: 'An IBAN that starts with DE (Germany) has 22 characters; this one has 21.',
    GB29123460161331926819:
      'Characters 5 to 8 of an IBAN that starts with GB (United Kingdom) must be letters; these are "1234".',
    'DE8937040044053201300?':
      'Characters 13 to 22 of an IBAN that starts with DE (Germany) must be digits; character 22 is "?".',
    '8989370400440532013000': 'Characters 1 and 2 of an IBAN must be letters; these are "89".',
    '': 'An IBAN has 15 to 34 characters; this one has 0.',
  }
  for (const [input, message] of Object.entries(faults)) assert.equal(assertInvalid(check(input)).message, message)
  assert.deepEqual(assertInvalid(check('GB29123460161331926819')).at, [4, 8])
})

test('one typo is corrected, even if it is repeated, and nothing is guessed', () => {
  const typos = {
    DE8937O4OO44O532O13OOO: 'DE89370400440532013000',
    GB29NWBK6O161331926819: 'GB29NWBK60161331926819',
    '1T60X0542811101000000123456': 'IT60X0542811101000000123456',
    FR142004101005050OO13M02606: 'FR1420041010050500013M02606',
    DE98370400440532013000: 'DE89370400440532013000',
    BE685390075470034: 'BE68539007547034',
    DE8937040044532013000: 'DE89370400440532013000',
    DE893704004405320130: null,
    GR160110125000000012300695: 'GR1601101250000000012300695',
    AD120001203020035910O100: 'AD1200012030200359100100',
    RO49AAAA1B3100759384O000: 'RO49AAAA1B31007593840000',
    LU28001940064475000O: 'LU280019400644750000',
    // Both a swap and a letter typed for a digit lead to a valid IBAN.
    BY13NBRB3060900000002Z00AB00: null,
    KZ86215KZT5004100100: null,
    DE89370400440532013001: null,
    D389370400440532013000: null,
  }
  for (const [input, expected] of Object.entries(typos)) {
    assert.equal(assertInvalid(check(input)).suggestion, expected, input)
  }
})

test('the word IBAN is removed even if repeated', () => {
  assert.equal(compact('IBAN IBAN DE89'), 'DE89')
})

test('IBANs that banks have issued are valid even though they break the national rule', () => {
  for (const iban of ['FI3679823415324729', 'FI6879826661004681', 'FI4250001510000023', 'SK9183300000002300672100']) {
    assert.equal(check(iban).passed, true, iban)
  }
})

test('the result says which national rule was applied and whether it covers the account', () => {
  for (const [iban, rule, accountChecked] of [
    ['DE89370400440532013000', undefined, false],
    ['BE68539007547034', 'national_check', true],
    ['GB29NWBK60161331926819', 'modulus', true],
    // The table has no rule for the sort code.
    [withCheckDigits('GB', 'NWBK99999912345678'), undefined, false],
    // The check digit covers the bank code only.
    ['PL61109010140000071219812874', 'national_check', false],
    ['AL47212110090000000235698741', 'national_check', false],
    ['XK051212012345678906', 'national_check', true],
  ] as const) {
    const result = check(iban)
    assert.deepEqual([result.passed, result.checks[3], result.accountChecked], [true, rule, accountChecked], iban)
  }
  const wrong = assertInvalid(check(withCheckDigits('BE', '539007547035')))
  assert.deepEqual([wrong.checks.at(-1), wrong.accountChecked], ['national_check', true])
  assert.deepEqual(assertInvalid(check('BE68539007547033')).checks, ['length', 'structure', 'mod97'])
})

test('an alias of a country code is corrected if the caller knows it', () => {
  const aliases: Record<string, string> = { UK: 'GB' }
  const iban = 'UK29NWBK60161331926819'
  assert.equal(assertInvalid(check(iban, (code) => aliases[code])).suggestion, 'GB29NWBK60161331926819')
  assert.equal(assertInvalid(check(iban)).suggestion, null)
})

test('an invalid IBAN is sliced at the usual positions, and parts past its end are omitted', () => {
  assert.deepEqual(parts('DE8937040044053'), {
    country: 'DE',
    check_digits: '89',
    bank_code: '37040044',
    account: '053',
  })
  assert.deepEqual(parts('DE893704'), { country: 'DE', check_digits: '89' })
})
