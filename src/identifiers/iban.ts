/**
 * International bank account number (IBAN): the country code, two check digits and the national account number (BBAN).
 * Defined by ISO 13616; the length and structure for each country come from the registry that SWIFT maintains.
 */
import { appendDigit, appendLetter, remainder97 } from './check-digits.ts'
import { compact as compactAny, withoutLabel } from './compact.ts'
import { countryOfIban, type IbanCountry } from './iban-country.ts'
import { countryLabel, ibanFault } from './iban-errors.ts'
import { digit, letter, parseStructure } from './structure.ts'
import { doubledCharacter, lookalikesOf, lostDigit, suggest, swappedNeighbours, type Typo } from './suggest.ts'
import { type Check, type CheckName, invalid, type Parts, passed, type Span } from './verdict.ts'

export const compact = (input: string): string => withoutLabel(compactAny(input), 'IBAN')

/**
 * For the suggestion: `aliasOf` returns the official country code for an alias, such as GB for UK, and `isKnown` whether an IBAN
 * belongs to a known bank. Without it, a lost digit is not corrected unless it is a zero.
 */
export function check(
  input: string,
  aliasOf: (code: string) => string | undefined = () => undefined,
  isKnown?: (iban: string) => boolean,
): Check {
  const iban = compact(input)
  const country = countryOfIban(iban)
  if (country && quickCheck(iban) === valid) return passedIn(country, iban)
  const fault = ibanFault(iban)
  if (fault) {
    const suggestion = suggest(iban, fault, [countryAlias(aliasOf), ...typos, ...lostFrom(iban, isKnown)], isRight)
    const accountChecked = fault.reason === 'national_checksum' && country?.nationalRule?.coversAccount === true
    return invalid(iban, fault, country ? checksIn(country) : generalChecks, { suggestion, accountChecked })
  }
  const label = countryLabel(iban.slice(0, 2))
  const note = `Only the check digits were checked: the IBAN registry has no entry for ${label}.`
  return passed(iban, generalChecks, { accountChecked: false, note })
}

const generalChecks = ['length', 'structure', 'mod97'] as const

const checksIn = ({ nationalRule }: IbanCountry): readonly CheckName[] =>
  nationalRule === null ? generalChecks : [...generalChecks, nationalRule.name]

/**
 * Returns the result for a valid IBAN. Its `checks` include the national check only if that was applied, because some
 * national rules do not cover every account in the country.
 */
function passedIn(country: IbanCountry, iban: string): Check {
  const rule = country.nationalRule
  if (rule === null || rule.fits(iban) === null) return passed(iban, generalChecks, { accountChecked: false })
  return passed(iban, checksIn(country), { accountChecked: rule.coversAccount })
}

/** Whether the IBAN passes every check of its country. Faster than `check`, for callers that do not need the reason. */
export function isValid(input: string): boolean {
  const result = quickCheck(input)
  // Most input has no separators, so check it as it is first, and compact it only if its structure is wrong.
  if (result !== wrongStructure) return result === valid
  const iban = compact(input)
  return iban !== input && isRight(iban)
}

const isRight = (iban: string): boolean => quickCheck(iban) === valid

const wrongStructure = 0
const wrongCheckDigits = 1
const valid = 2

/** Checks the structure and computes the checksum in one pass over the characters, then applies the national rule. */
function quickCheck(iban: string): number {
  const country = countryOfIban(iban)
  if (country === null || iban.length !== country.structure.length) return wrongStructure
  const { kinds } = country.structure
  let remainder = 0
  for (let at = 4; at < kinds.length; at++) {
    const code = iban.charCodeAt(at)
    const kind = kinds[at] as number
    if (code >= 48 && code <= 57 && kind & digit) remainder = appendDigit(remainder, code - 48)
    else if (code >= 65 && code <= 90 && kind & letter) remainder = appendLetter(remainder, code - 55)
    else return wrongStructure
  }
  const tens = iban.charCodeAt(2) - 48
  const ones = iban.charCodeAt(3) - 48
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return wrongStructure
  const checkDigits = tens * 10 + ones
  // Only 02 to 98 are issued. Without this test, 00, 01 and 99 could pass, because modulo 97 they equal 97, 98 and 02.
  if (checkDigits < 2 || checkDigits > 98) return wrongCheckDigits
  // The checksum covers the BBAN first, then the country code as a four-digit number, then the two check digits.
  if (((remainder % 97) * 1_000_000 + country.value * 100 + checkDigits) % 97 !== 1) return wrongCheckDigits
  return country.nationalRule?.fits(iban) === false ? wrongCheckDigits : valid
}

const twoLetters = parseStructure('2!a')

/**
 * A character that was misread as another that looks like it, even in the country code. The country code is corrected
 * first, because it determines the structure of the rest.
 */
const misread: Typo = {
  changesLength: false,
  candidates: (iban) => {
    const written = iban.slice(0, 2)
    const codes = countryOfIban(written) ? [written] : lookalikesOf(written, twoLetters)
    return codes.flatMap((code) => {
      const country = countryOfIban(code)
      return country ? lookalikesOf(iban, country.structure) : []
    })
  },
}

/** The letter O typed instead of a zero, next to a digit, even at positions where letters are allowed. */
const lettersForZeros: Typo = {
  changesLength: false,
  isLikeliest: true,
  candidates: (iban) =>
    iban.includes('O', 2)
      ? [iban.slice(0, 2) + iban.slice(2).replaceAll(/(?<=\d)O+|O+(?=\d)/g, (letters) => '0'.repeat(letters.length))]
      : [],
}

const countryAlias = (aliasOf: (code: string) => string | undefined): Typo => ({
  changesLength: false,
  candidates: (iban) => {
    const code = aliasOf(iban.slice(0, 2))
    return code === undefined ? [] : [code + iban.slice(2)]
  },
})

/**
 * A lost zero at the start of the bank code, branch code or account number, or next to another zero.
 */
const lostZeroWithin: Typo = {
  changesLength: true,
  isLikeliest: true,
  candidates: (iban) => {
    const country = countryOfIban(iban)
    if (country === null || iban.length !== country.structure.length - 1) return []
    const { bank, branch } = country
    const partStarts = [bank[0], bank[1], ...(branch ?? [])]
    const candidates: string[] = []
    for (let at = 4; at <= iban.length; at++) {
      if (partStarts.includes(at) || iban.charAt(at) === '0') candidates.push(`${iban.slice(0, at)}0${iban.slice(at)}`)
    }
    return candidates
  },
}

const typos = [lettersForZeros, misread, swappedNeighbours, doubledCharacter]

/** Any digit can be lost. If a zero explains it, the IBANs of known banks are likelier than the others. */
function lostFrom(text: string, isKnown: ((iban: string) => boolean) | undefined): Typo[] {
  if (!isKnown || text.length !== lengthIn(text) - 1) return [lostZeroWithin]
  const passes = (candidate: string): boolean => isRight(candidate) && isKnown(candidate)
  const candidates = (iban: string): string[] => {
    const all = lostZeroWithin.candidates(iban)
    const known = all.filter(passes)
    return known.length > 0 ? known : all
  }
  return [{ ...lostZeroWithin, candidates }, lostDigit(passes)]
}

/**
 * Whether payments to a valid IBAN need a QR reference: the bank codes 30000 to 31999 in Switzerland and Liechtenstein are for
 * QR-IBANs only, says SIX in its "Swiss Implementation Guidelines QR-bill".
 */
export const isQrIban = (iban: string): boolean => /^(?:CH|LI)..3[01]/.test(iban)

/** Returns the length of an IBAN in the country, or 0 if the registry does not have the country. */
export const lengthIn = (country: string): number => countryOfIban(country)?.structure.length ?? 0

/** Builds an IBAN from a national account number (BBAN) and computes its check digits. */
export function fromBban(country: string, bban: string): string {
  const remainder = remainder97(`${bban}${country}00`, 0, bban.length + 4)
  return `${country}${String(98 - remainder).padStart(2, '0')}${bban}`
}

/** Separates the characters into groups of four, as they are printed on paper. */
export const format = (canonical: string): string => canonical.replaceAll(/.{4}(?=.)/gs, '$& ')

/**
 * The account part is everything after the bank and branch codes, including national check digits. An invalid IBAN is
 * split at the usual positions, and parts beyond its end are omitted.
 */
export function parts(canonical: string): Parts {
  const country = countryOfIban(canonical)
  const named: Record<string, string> = { country: canonical.slice(0, 2), check_digits: canonical.slice(2, 4) }
  if (!country) {
    named.account = canonical.slice(4)
    return named
  }
  const { bank, branch } = country
  const cut = ([from, to]: Span): string => (canonical.length < to ? '' : canonical.slice(from, to))
  const bankCode = cut(bank)
  const branchCode = branch ? cut(branch) : ''
  const account = canonical.slice((branch ?? bank)[1])
  // In Italy and San Marino, a check letter (CIN) comes before the bank code.
  if (bank[0] > 4) named.national_check = canonical.slice(4, bank[0])
  if (bankCode !== '') named.bank_code = bankCode
  if (branchCode !== '') named.branch_code = branchCode
  if (branchCode !== '' && sortCodeCountries.has(named.country as string)) named.sort_code = branchCode
  if (account !== '') named.account = account
  return named
}

/** Countries where the branch code in an IBAN is a sort code. */
const sortCodeCountries = new Set(['GB', 'IE'])
