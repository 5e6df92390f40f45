/**
 * International bank account number: country, two check digits and the national account number.
 * ISO 13616; lengths and structures are those of the registry that SWIFT keeps.
 */
import { appendDigit, appendLetter, remainder97 } from './check-digits.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { countryOfIban, type IbanCountry } from './iban-country.ts'
import { ibanFault, nameOf } from './iban-errors.ts'
import { digit, letter, shapeOf } from './structure.ts'
import { doubledCharacter, lookalikesOf, suggest, swappedNeighbours, type Typo } from './suggest.ts'
import { type Check, type CheckName, invalid, type Parts, passed } from './verdict.ts'

export const compact = (input: string): string => withoutLabel(compactAny(input), 'IBAN')

/** `aliasOf`: other codes that people write for a country, such as UK for GB, to suggest the right one. */
export function check(input: string, aliasOf: (code: string) => string | undefined = () => undefined): Check {
  const iban = compact(input)
  const country = countryOfIban(iban)
  if (country && stateOf(iban) === right) return passedIn(country, iban)
  const fault = ibanFault(iban)
  if (fault) {
    const suggestion = suggest(iban, fault, [otherCode(aliasOf), ...typos], passes)
    const accountChecked = fault.reason === 'national_checksum' && country?.nationalRule?.coversAccount === true
    return invalid(iban, fault, country ? checksIn(country) : generalChecks, { suggestion, accountChecked })
  }
  const note = `Only the check digits are checked: the IBAN registry has no entry for ${nameOf(iban)}.`
  return passed(iban, generalChecks, { accountChecked: false, note })
}

const generalChecks = ['length', 'structure', 'mod97'] as const

const checksIn = ({ nationalRule }: IbanCountry): readonly CheckName[] =>
  nationalRule === null ? generalChecks : [...generalChecks, nationalRule.name]

/** Some rules do not apply to every account of their country. */
function passedIn(country: IbanCountry, iban: string): Check {
  const rule = country.nationalRule
  if (rule === null || rule.fits(iban) === null) return passed(iban, generalChecks, { accountChecked: false })
  return passed(iban, checksIn(country), { accountChecked: rule.coversAccount })
}

/** Whether `check` passes, for callers that need no reason; it is faster. */
export function isValid(input: string): boolean {
  const state = stateOf(input)
  // Most are written without spaces; only what has no right shape as it stands may have one without them.
  if (state !== misshapen) return state === right
  const iban = compact(input)
  return iban !== input && passes(iban)
}

const passes = (iban: string): boolean => stateOf(iban) === right

const misshapen = 0
const wrong = 1
const right = 2

/** Structure, check digits and national rule in one pass over the characters. */
function stateOf(iban: string): number {
  const country = countryOfIban(iban)
  if (country === null || iban.length !== country.shape.length) return misshapen
  const { kinds } = country.shape
  let remainder = 0
  for (let at = 4; at < kinds.length; at++) {
    const code = iban.charCodeAt(at)
    const kind = kinds[at] as number
    if (code >= 48 && code <= 57 && kind & digit) remainder = appendDigit(remainder, code - 48)
    else if (code >= 65 && code <= 90 && kind & letter) remainder = appendLetter(remainder, code - 55)
    else return misshapen
  }
  const tens = iban.charCodeAt(2) - 48
  const ones = iban.charCodeAt(3) - 48
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return misshapen
  const checkDigits = tens * 10 + ones
  // Digits outside are never given, though 97 more or less leaves the same remainder.
  if (checkDigits < 2 || checkDigits > 98) return wrong
  // The country and the check digits, which are six digits, are counted last.
  if (((remainder % 97) * 1_000_000 + country.value * 100 + checkDigits) % 97 !== 1) return wrong
  return country.nationalRule?.fits(iban) === false ? wrong : right
}

const twoLetters = shapeOf('2!a')

/** The country may be misread too, and tells what shape the rest should have. */
const misread: Typo = {
  changesLength: false,
  candidates: (iban) => {
    const start = iban.slice(0, 2)
    const starts = countryOfIban(start) ? [start] : lookalikesOf(start, twoLetters)
    return starts.flatMap((code) => {
      const country = countryOfIban(code)
      return country ? lookalikesOf(iban, country.shape) : []
    })
  },
}

/** Letters O beside digits, where letters may stand as well. */
const lettersForZeros: Typo = {
  changesLength: false,
  isLikeliest: true,
  candidates: (iban) => [
    iban.slice(0, 2) + iban.slice(2).replaceAll(/(?<=\d)O+|O+(?=\d)/g, (letters) => '0'.repeat(letters.length)),
  ],
}

const otherCode = (aliasOf: (code: string) => string | undefined): Typo => ({
  changesLength: false,
  candidates: (iban) => {
    const code = aliasOf(iban.slice(0, 2))
    return code === undefined ? [] : [code + iban.slice(2)]
  },
})

/** A zero in front of the account or the bank code, or beside another. Elsewhere one would fit by chance too often. */
const lostZeroWithin: Typo = {
  changesLength: true,
  candidates: (iban) => {
    const country = countryOfIban(iban)
    if (country === null || iban.length !== country.shape.length - 1) return []
    const { bank, branch } = country
    const inFront = [bank[0], bank[1], ...(branch ?? [])]
    const candidates: string[] = []
    for (let at = 4; at <= iban.length; at++) {
      if (inFront.includes(at) || iban.charAt(at) === '0') candidates.push(`${iban.slice(0, at)}0${iban.slice(at)}`)
    }
    return candidates
  },
}

const typos = [lettersForZeros, misread, swappedNeighbours, doubledCharacter, lostZeroWithin]

/** How many characters an IBAN of the country has; 0 if the registry does not have the country. */
export const lengthIn = (country: string): number => countryOfIban(country)?.shape.length ?? 0

/** The IBAN of a national account number (BBAN), with its check digits. */
export function fromBban(country: string, bban: string): string {
  const rest = remainder97(`${bban}${country}00`, 0, bban.length + 4)
  return `${country}${String(98 - rest).padStart(2, '0')}${bban}`
}

/** In fours, as on paper. */
export const format = (canonical: string): string => canonical.replaceAll(/.{4}(?=.)/gs, '$& ')

/**
 * The account is all that follows the bank and the branch, with national check digits where they stand among it. Of an
 * invalid IBAN the parts are those at the usual places, as far as it reaches.
 */
export function parts(canonical: string): Parts {
  const country = countryOfIban(canonical)
  const start = { country: canonical.slice(0, 2), check_digits: canonical.slice(2, 4) }
  if (!country) return { ...start, account: canonical.slice(4) }
  const { bank, branch } = country
  const between = ([from, to]: readonly [number, number]): string =>
    canonical.length < to ? '' : canonical.slice(from, to)
  const bankCode = between(bank)
  const branchCode = branch && between(branch)
  const account = canonical.slice((branch ?? bank)[1])
  return {
    ...start,
    // The CIN of Italy and San Marino.
    ...(bank[0] > 4 && { national_check: canonical.slice(4, bank[0]) }),
    ...(bankCode && { bank_code: bankCode }),
    ...(branchCode && { branch_code: branchCode }),
    ...(branchCode && sortCodeCountries.has(start.country) && { sort_code: branchCode }),
    ...(account && { account }),
  }
}

/** Where people call the branch code of the IBAN a sort code. */
const sortCodeCountries = new Set(['GB', 'IE'])
