import assert from 'node:assert/strict'
import { test } from 'node:test'
import registry from '../../data/iban.json' with { type: 'json' }
import sources from '../../data/sources.json' with { type: 'json' }
import { often } from '../../test/support/repetitions.ts'
import {
  computedNote,
  type DomesticPart,
  type DomesticRule,
  domesticParts,
  domesticRuleOf,
  toBban,
  toIban,
} from './domestic-iban.ts'
import { readDomesticNumber } from './domestic-number.ts'
import { check, fromBban, isValid } from './iban.ts'
import { nationalRules } from './iban-national-checks.ts'
import { parseStructure } from './structure.ts'
import type { Parts } from './verdict.ts'

const countries = Object.entries(registry.countries).filter(([code]) => domesticRuleOf(code) !== null)
const generatedPerCountry = often(1_000, 10_000)

/** Returns the parts of a valid IBAN as in the domestic number, with all zeros, or null if the country has no rule. */
function fromIban(input: string): Parts | null {
  const { passed, canonical } = check(input)
  return passed ? domesticParts(canonical) : null
}

/** A small generator of random numbers (xorshift32). The fixed seed makes every run the same. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Positions of the national check digits in the IBAN, where `national_check` in the rule does not say it. */
const checkPositions: Record<string, number[]> = { CZ: [13, 23], EE: [19], HR: [10, 20], HU: [11, 27], PL: [11] }

function positionsOfChecks(country: string): number[] {
  let at = 4
  for (const [name, { length }] of Object.entries(domesticRuleOf(country)?.parts ?? {})) {
    if (name === 'national_check') return Array.from({ length }, (_, index) => at + index)
    at += length
  }
  return checkPositions[country] ?? []
}

/** Creates an IBAN with random parts. Tries every value of the national check digits until they match. */
function* generateIbans(country: string, structure: string, count: number): Iterable<string> {
  const random = createRandom(1 + country.charCodeAt(0) * 256 + country.charCodeAt(1))
  const { kinds } = parseStructure(`2!a${structure.slice(2)}`)
  const positions = positionsOfChecks(country)
  const fits = (characters: string[]): boolean => nationalRules[country]?.fits(characters.join('')) !== false
  for (let made = 0; made < count; ) {
    const characters = [...kinds].map((kind) => (kind === 2 ? letters.charAt(random(26)) : String(random(10))))
    const [first, second] = positions
    const isLetter = first !== undefined && kinds[first] === 2
    const values = isLetter ? letters : '0123456789'
    let found = fits(characters)
    for (let one = 0; !found && first !== undefined && one < values.length; one++) {
      characters[first] = values.charAt(one)
      for (let two = 0; !found && two < (second === undefined ? 1 : 10); two++) {
        if (second !== undefined) characters[second] = String(two)
        found = fits(characters)
      }
    }
    if (!found) continue
    made++
    yield fromBban(country, characters.slice(4).join(''))
  }
}

test('the parts of every rule cover the national account number, and its source exists', () => {
  const ids = new Set(sources.map(({ id }) => id))
  for (const [country, { length }] of countries) {
    const { parts, written, source } = domesticRuleOf(country) as DomesticRule
    const total = Object.values(parts).reduce((sum, part) => sum + part.length, 0)
    assert.equal(total, length - 4, country)
    assert.ok(ids.has(source), `${country}: ${source}`)
    if (written) assert.deepEqual([...written].sort(), Object.keys(parts).sort(), country)
  }
})

test('the example of every country with a rule survives the way to the domestic number and back', () => {
  assert.ok(countries.length >= 24)
  for (const [country, { example }] of countries) {
    const parts = fromIban(example)
    assert.ok(parts, country)
    assert.deepEqual(toIban(country, parts), { iban: example, note: computedNote })
  }
})

test('generated IBANs of every country survive the way to the domestic number and back', () => {
  for (const [country, { structure }] of countries) {
    for (const iban of generateIbans(country, structure, generatedPerCountry)) {
      if (!isValid(iban)) assert.fail(`${iban} is not valid`)
      const back = toIban(country, fromIban(iban) as Parts).iban
      if (back !== iban) assert.fail(`${iban} became ${back}`)
    }
  }
})

test('one wrong digit in the domestic number never gives the same IBAN', () => {
  for (const [country, { structure }] of countries) {
    for (const iban of generateIbans(country, structure, 5)) {
      const parts = fromIban(iban) as Parts
      for (const [name, value] of Object.entries(parts)) {
        for (let at = 0; at < value.length; at++) {
          for (const digit of '0123456789') {
            if (digit === value[at]) continue
            const wrong = value.slice(0, at) + digit + value.slice(at + 1)
            assert.notEqual(toIban(country, { ...parts, [name]: wrong }).iban, iban, `${iban}: ${name}`)
          }
        }
      }
    }
  }
})

function shorten(value: string, { length, min = length, pad }: DomesticPart = { length: value.length }): string {
  if (pad === 'end') return /^0*$/.test(value.slice(min)) ? value.slice(0, min) : value
  return value.replace(new RegExp(`^0{0,${length - min}}`), '')
}

test('a domestic number with its zeros left out gives the same IBAN as with them', () => {
  for (const [country, { structure }] of countries) {
    const { parts: rules } = domesticRuleOf(country) as DomesticRule
    for (const iban of generateIbans(country, structure, 50)) {
      const shortened = Object.entries(fromIban(iban) as Parts).map(([name, value]) => [
        name,
        shorten(value, rules[name]),
      ])
      assert.equal(toIban(country, Object.fromEntries(shortened)).iban, iban)
    }
  }
})

test('published domestic numbers give the published IBANs', () => {
  // From the IBAN registry, release 102, and from the documentation of ibandit 1.25.
  for (const [country, written, iban] of [
    ['CZ', '19-2000145399/0800', 'CZ6508000000192000145399'],
    ['SK', '19-8742637541/1200', 'SK3112000000198742637541'],
    ['HU', '11773016-11111018-00000000', 'HU42117730161111101800000000'],
    ['HU', '11773016-11111018', 'HU42117730161111101800000000'],
    ['HU', '1177301611111018', 'HU42117730161111101800000000'],
    ['IT', 'X 05428 11101 000000123456', 'IT60X0542811101000000123456'],
    ['IT', '05428 11101 000000123456', 'IT60X0542811101000000123456'],
    ['CR', '15202001026284066', 'CR05015202001026284066'],
  ] as const) {
    assert.equal(toIban(country, readDomesticNumber(written, country) as Parts).iban, iban, written)
  }
  assert.equal(toIban('EE', { bank_code: '22', account: '221020145685' }).iban, 'EE382200221020145685')
  const icelandic = { bank_code: '11', branch_code: '75', ledger: '26', account: '19530', national_id: '670269-6399' }
  assert.equal(toIban('IS', icelandic).iban, 'IS501175260195306702696399')
})

test('an account number without a separator is not split where its parts have several lengths', () => {
  assert.equal(readDomesticNumber('1920001453990800', 'CZ'), null)
  assert.equal(readDomesticNumber('221020145685', 'EE'), null)
  assert.equal(readDomesticNumber('370400440532013000', 'DE'), null)
})

test('wrong check digits give no IBAN', () => {
  const parts = fromIban('FR1420041010050500013M02606') as Parts
  assert.equal(toIban('FR', { ...parts, national_check: '07' }).iban, null)
  const polish = fromIban('PL61109010140000071219812874') as Parts
  assert.equal(toIban('PL', { ...polish, check_digits: '62' }).iban, null)
  assert.match(toIban('PL', { ...polish, check_digits: '62' }).note, /check digits/)
  const { check_digits: _, ...withoutCheckDigits } = polish
  assert.equal(toIban('PL', withoutCheckDigits).iban, 'PL61109010140000071219812874')
})

test('parts of the wrong length or with wrong characters give no IBAN', () => {
  assert.equal(toIban('NO', { bank_code: '860', account: '111794', national_check: '7' }).iban, null)
  assert.equal(toIban('NO', { bank_code: '86O1', account: '111794', national_check: '7' }).iban, null)
  assert.equal(toIban('NO', { bank_code: '8601', account: '111794' }).iban, null)
  assert.equal(toIban('CZ', { bank_code: '0800', account: '12345678901' }).iban, null)
  assert.equal(
    toIban('HU', { bank_code: '117', branch_code: '7301', branch_check_digit: '6', account: '11111' }).iban,
    null,
  )
  assert.equal(toBban('NO', {}), null)
})

test('a country without a rule gives no IBAN, and the note says why', () => {
  for (const country of ['AT', 'CH', 'DE', 'DK', 'FI', 'NL', 'SE', 'US']) {
    const { iban, note } = toIban(country, { bank_code: '37040044', account: '0532013000' })
    assert.equal(iban, null, country)
    assert.match(note, /IBAN\.$/, country)
    assert.equal(domesticRuleOf(country), null)
  }
  assert.equal(fromIban('DE89370400440532013000'), null)
})

test('a RIB outside the registry gives the IBAN that banks print, with a note', () => {
  const parts = { bank_code: '\\d{5}', branch_code: '\\d{5}', account: '\\d{11}', national_check: '\\d{2}' }
  const form = { label: 'RIB', parts, check: 'rib' as const }
  const rib = { bank_code: '10005', branch_code: '00001', account: '00000000000', national_check: '97' }
  const { iban, note } = toIban('CM', rib, form)
  assert.equal(iban, fromBban('CM', '10005000010000000000097'))
  assert.match(note, /computed.*registry/)
  assert.equal(toIban('CM', { ...rib, national_check: '96' }, form).iban, null)
})
