/**
 * Check digits that a country puts inside its IBANs, from the time before there were any. One function a rule; each
 * takes an IBAN of the right structure. Only rules that a central bank or banking association publishes for every
 * account of the country are here. Left out, because some of their banks have a method of their own or none: DE, SE,
 * DK, NL (dropped for new accounts), AT, CH, IS, FI and SK (newcomers give numbers that do not follow the old rule);
 * AL, MR, TL, TN and XK, whose examples follow a rule that we have from no such source; and all of which we know none.
 */
import { remainder97, weightedSum } from './check-digits.ts'
import { modulusCheck } from './gb-modulus.ts'

export interface NationalRule {
  /** Null where the rule does not apply to this account. */
  fits(iban: string): boolean | null
  name: 'national_check' | 'modulus'
  /** Whether the digits of the account are checked, not only those of the bank code. */
  coversAccount: boolean
}

type Fits = NationalRule['fits']

const belgian: Fits = (iban) => (remainder97(iban, 4, 14) || 97) === Number(iban.slice(14))

/** ISO 7064, MOD 97-10, over the whole of the national number. */
const mod97: Fits = (iban) => remainder97(iban, 4, iban.length) === 1

// North Macedonia allows letters in the account, for which no rule is published.
const macedonian: Fits = (iban) => (/[A-Z]/.test(iban.slice(4)) ? null : mod97(iban))

const bankAndBranchWeights = [4, 8, 5, 10, 9, 7, 3, 6]
const accountWeights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** The first digit is for the bank and branch, the second for the account. */
const spanish: Fits = (iban) =>
  spanishDigit(weightedSum(iban, 4, bankAndBranchWeights)) === iban.charAt(12) &&
  spanishDigit(weightedSum(iban, 14, accountWeights)) === iban.charAt(13)

const spanishDigit = (sum: number): string => '01987654321'.charAt(sum % 11)

/** The key of the French RIB: letters count as the digits 1 to 9, 1 to 9 and 2 to 9, and 97 divides the whole. */
const french: Fits = (iban) => {
  let remainder = 0
  for (let at = 4; at < iban.length; at++) {
    const code = iban.charCodeAt(at)
    const value = code <= 57 ? code - 48 : code <= 82 ? ((code - 65) % 9) + 1 : code - 81
    remainder = (remainder * 10 + value) % 97
  }
  return remainder === 0
}

/** What a character in an odd place counts, 0 to 9 as A to J; in an even place it counts as its number. */
const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

/** The Italian CIN: a letter in front. */
const italian: Fits = (iban) => {
  let sum = 0
  for (let at = 5; at < iban.length; at++) {
    const code = iban.charCodeAt(at)
    const value = code <= 57 ? code - 48 : code - 65
    sum += at % 2 === 1 ? (oddValues[value] as number) : value
  }
  return sum % 26 === iban.charCodeAt(4) - 65
}

const norwegianWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]

// Old giro accounts, with 00 after the bank or in its place, have other rules.
const norwegian: Fits = (iban) =>
  iban.startsWith('00', 8) || iban.startsWith('0000', 4) ? null : weightedSum(iban, 4, norwegianWeights) % 11 === 0

const croatian: Fits = (iban) => fitsMod11And10(iban, 4, 11) && fitsMod11And10(iban, 11, 21)

/** ISO 7064, MOD 11,10. */
function fitsMod11And10(text: string, from: number, to: number): boolean {
  let product = 10
  for (let at = from; at < to - 1; at++) {
    product = (((product + text.charCodeAt(at) - 48) % 10 || 10) * 2) % 11
  }
  return (product + text.charCodeAt(to - 1) - 48) % 10 === 1
}

const estonianWeights = [7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]
const estonian: Fits = (iban) => weightedSum(iban, 6, estonianWeights) % 10 === 0

const hungarianBankWeights = [9, 7, 3, 1, 9, 7, 3, 1]
const hungarianAccountWeights = [...hungarianBankWeights, ...hungarianBankWeights]

/** An account of eight digits is followed by eight zeros, which change no sum. */
const hungarian: Fits = (iban) =>
  weightedSum(iban, 4, hungarianBankWeights) % 10 === 0 && weightedSum(iban, 12, hungarianAccountWeights) % 10 === 0

const polishWeights = [3, 9, 7, 1, 3, 9, 7, 1]

/** The last digit of the bank code; the account has none. */
const polish: Fits = (iban) => weightedSum(iban, 4, polishWeights) % 10 === 0

const prefixWeights = [10, 5, 8, 4, 2, 1]
const numberWeights = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

/** The prefix and the number each have their own. */
const czech: Fits = (iban) =>
  weightedSum(iban, 8, prefixWeights) % 11 === 0 && weightedSum(iban, 14, numberWeights) % 11 === 0

const british: Fits = (iban) => modulusCheck(iban.slice(8, 14), iban.slice(14))

const onAccount = (fits: Fits): NationalRule => ({ fits, name: 'national_check', coversAccount: true })

export const nationalRules: Readonly<Record<string, NationalRule | undefined>> = {
  BA: onAccount(mod97),
  BE: onAccount(belgian),
  CZ: onAccount(czech),
  EE: onAccount(estonian),
  ES: onAccount(spanish),
  FR: onAccount(french),
  GB: { fits: british, name: 'modulus', coversAccount: true },
  HR: onAccount(croatian),
  HU: onAccount(hungarian),
  IT: onAccount(italian),
  MC: onAccount(french),
  ME: onAccount(mod97),
  MK: onAccount(macedonian),
  NO: onAccount(norwegian),
  PL: { fits: polish, name: 'national_check', coversAccount: false },
  PT: onAccount(mod97),
  RS: onAccount(mod97),
  SI: onAccount(mod97),
  SM: onAccount(italian),
}
