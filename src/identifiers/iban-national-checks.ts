/**
 * Checks the national check digits inside an IBAN, which are older than the IBAN itself. There is one function per
 * rule; it takes an IBAN with a valid structure. A rule is included only if a central bank or banking association
 * publishes it for every account in the country.
 *
 * These countries are not included:
 * - DE, SE, DK, NL (rule dropped for new accounts), AT, CH, IS, FI and SK (new banks issue numbers that break the old
 *   rule), because some banks there use their own method or none.
 * - MR, TL and TN, because no official source publishes the rule that their examples follow.
 * - All countries for which we know no rule.
 */
import { remainder97, weightedSum } from './check-digits.ts'
import { modulusCheck } from './gb-modulus.ts'
import { ribRemainder } from './rib-key.ts'

export interface NationalRule {
  /** Whether the national check digits match; null if the rule does not apply to this account. */
  fits(iban: string): boolean | null
  name: 'national_check' | 'modulus'
  /** Whether the check digits cover the account number, not only the bank code. */
  coversAccount: boolean
}

type Fits = NationalRule['fits']

const belgian: Fits = (iban) => (remainder97(iban, 4, 14) || 97) === Number(iban.slice(14))

/** The check digits cover the whole national account number, as in ISO 7064, MOD 97-10. */
const mod97: Fits = (iban) => remainder97(iban, 4, iban.length) === 1

// North Macedonia allows letters in the account number, but publishes no rule for them.
const macedonian: Fits = (iban) => (/[A-Z]/.test(iban.slice(4)) ? null : mod97(iban))

const albanianWeights = [9, 7, 3, 1, 9, 7, 3, 1]

/**
 * The last of the eight digits of the bank and branch code is a check digit. The Bank of Albania's regulation 42 of 2008
 * defines the code. The account number has no check digit.
 */
const albanian: Fits = (iban) => weightedSum(iban, 4, albanianWeights) % 10 === 0

const bankAndBranchWeights = [4, 8, 5, 10, 9, 7, 3, 6]
const accountWeights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** The first check digit covers the bank and branch codes, the second covers the account number. */
const spanish: Fits = (iban) =>
  spanishDigit(weightedSum(iban, 4, bankAndBranchWeights)) === iban.charAt(12) &&
  spanishDigit(weightedSum(iban, 14, accountWeights)) === iban.charAt(13)

const spanishDigit = (sum: number): string => '01987654321'.charAt(sum % 11)

const french: Fits = (iban) => ribRemainder(iban, 4) === 0

/**
 * The values of A to Z at odd positions, for the Italian check letter; 0 to 9 have the same values as A to J. At even
 * positions, a digit counts as itself and a letter as its index in the alphabet, from A = 0.
 */
const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

/** The Italian CIN is a check letter in front of the bank code. */
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

// Old giro accounts follow other rules. They have 00 after the bank code, or 0000 in place of it.
const norwegian: Fits = (iban) =>
  iban.startsWith('00', 8) || iban.startsWith('0000', 4) ? null : weightedSum(iban, 4, norwegianWeights) % 11 === 0

const croatian: Fits = (iban) => fitsMod11And10(iban, 4, 11) && fitsMod11And10(iban, 11, 21)

/** Checks `text[from..to)`, which ends with its check digit, as in ISO 7064, MOD 11,10. */
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

/** An account number of eight digits is followed by eight zeros, which do not change the sum. */
const hungarian: Fits = (iban) =>
  weightedSum(iban, 4, hungarianBankWeights) % 10 === 0 && weightedSum(iban, 12, hungarianAccountWeights) % 10 === 0

const polishWeights = [3, 9, 7, 1, 3, 9, 7, 1]

/** The check digit is the last digit of the bank code. The account number has no check digit. */
const polish: Fits = (iban) => weightedSum(iban, 4, polishWeights) % 10 === 0

const prefixWeights = [10, 5, 8, 4, 2, 1]
const numberWeights = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

/** An account has a prefix and a number, each with its own check digit. */
const czech: Fits = (iban) =>
  weightedSum(iban, 8, prefixWeights) % 11 === 0 && weightedSum(iban, 14, numberWeights) % 11 === 0

const british: Fits = (iban) => modulusCheck(iban.slice(8, 14), iban.slice(14))

const accountRule = (fits: Fits): NationalRule => ({ fits, name: 'national_check', coversAccount: true })

export const nationalRules: Readonly<Record<string, NationalRule | undefined>> = {
  AL: { fits: albanian, name: 'national_check', coversAccount: false },
  BA: accountRule(mod97),
  BE: accountRule(belgian),
  CZ: accountRule(czech),
  EE: accountRule(estonian),
  ES: accountRule(spanish),
  FR: accountRule(french),
  GB: { fits: british, name: 'modulus', coversAccount: true },
  HR: accountRule(croatian),
  HU: accountRule(hungarian),
  IT: accountRule(italian),
  MC: accountRule(french),
  ME: accountRule(mod97),
  MK: accountRule(macedonian),
  NO: accountRule(norwegian),
  PL: { fits: polish, name: 'national_check', coversAccount: false },
  PT: accountRule(mod97),
  RS: accountRule(mod97),
  SI: accountRule(mod97),
  SM: accountRule(italian),
  // The Central Bank of Kosovo announced in 2015 that all IBANs begin with XK05, which is true under this rule only.
  XK: accountRule(mod97),
}
