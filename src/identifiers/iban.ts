/**
 * International bank account number: country, two check digits and the national account number.
 * ISO 13616; lengths and structures are those of the registry that SWIFT keeps.
 */
import { appendDigit, appendLetter } from './check-digits.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { countryOfIban } from './iban-country.ts'
import { ibanFault, nameOf } from './iban-fault.ts'
import { doubledCharacter, lookalikesOf, mend, type Slip, swappedNeighbours } from './mend.ts'
import { digit, letter, shapeOf } from './shape.ts'
import { accepted, notChecked, type Parts, refused, type Verdict } from './verdict.ts'

export const compact = (input: string): string => withoutLabel(compactAny(input), 'IBAN')

export function check(input: string): Verdict {
  const iban = compact(input)
  if (passes(iban)) return accepted(iban)
  const fault = ibanFault(iban)
  if (fault) return refused(iban, fault, mend(iban, fault, slips, passes))
  const message = `The check digits fit, but the registry has no rule for ${nameOf(iban)}.`
  return notChecked(iban, 'no_rule', message)
}

/** Whether `check` accepts it, for those who ask often and need no reason. */
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
  return country.nationalRule === null || country.nationalRule(iban) ? right : wrong
}

const twoLetters = shapeOf('2!a')

/** The country may be misread too, and tells what shape the rest should have. */
const misread: Slip = {
  changesLength: false,
  undo: (iban) => {
    const start = iban.slice(0, 2)
    const starts = countryOfIban(start) ? [start] : lookalikesOf(start, twoLetters)
    return starts.flatMap((code) => {
      const country = countryOfIban(code)
      return country ? lookalikesOf(iban, country.shape) : []
    })
  },
}

/** Letters O beside digits, where letters may stand as well. */
const lettersForZeros: Slip = {
  changesLength: false,
  isLikeliest: true,
  undo: (iban) => [
    iban.slice(0, 2) + iban.slice(2).replaceAll(/(?<=\d)O+|O+(?=\d)/g, (letters) => '0'.repeat(letters.length)),
  ],
}

/** What the European Union and many people write for the United Kingdom and for Greece. */
const otherCodes: Record<string, string | undefined> = { UK: 'GB', EL: 'GR' }
const otherCode: Slip = {
  changesLength: false,
  undo: (iban) => {
    const code = otherCodes[iban.slice(0, 2)]
    return code === undefined ? [] : [code + iban.slice(2)]
  },
}

/** A zero in front of the account or the bank code, or beside another. Elsewhere one would fit by chance too often. */
const lostZeroWithin: Slip = {
  changesLength: true,
  undo: (iban) => {
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

const slips = [lettersForZeros, otherCode, misread, swappedNeighbours, doubledCharacter, lostZeroWithin]

/** In fours, as on paper. */
export const format = (canonical: string): string => canonical.replaceAll(/.{4}(?=.)/gs, '$& ')

/** The account is all that follows the bank and the branch, with national check digits where they stand among it. */
export function parts(canonical: string): Parts {
  const country = countryOfIban(canonical)
  const start = { country: canonical.slice(0, 2), check_digits: canonical.slice(2, 4) }
  if (!country) return { ...start, account: canonical.slice(4) }
  const { bank, branch } = country
  const branchCode = branch && canonical.slice(...branch)
  return {
    ...start,
    // The CIN of Italy and San Marino.
    ...(bank[0] > 4 && { national_check: canonical.slice(4, bank[0]) }),
    bank_code: canonical.slice(...bank),
    ...(branchCode && { branch_code: branchCode }),
    ...(branchCode && sortCodeCountries.has(start.country) && { sort_code: branchCode }),
    account: canonical.slice((branch ?? bank)[1]),
  }
}

/** Where people call the branch code of the IBAN a sort code. */
const sortCodeCountries = new Set(['GB', 'IE'])
