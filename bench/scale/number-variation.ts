/** Varies codes, BICs and LEIs: other digits and letters that fit the pattern, with the right check digits. */
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import type { Scheme } from '../../src/directory/records/scheme.ts'
import { remainder97, weightedSum } from '../../src/identifiers/check-digits.ts'
import type { Random } from '../worst-search/random.ts'

type Code = NonNullable<BankRecord['codes']>[number]

export interface NumberVariation {
  /** Returns the codes in the order that the data needs. */
  codes(codes: readonly Code[]): Code[]
  bic(bic: string): string
  lei(lei: string): string
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const digits = [...'0123456789']

export function createNumberVariation(schemes: readonly Scheme[]): (random: Random) => NumberVariation {
  const patterns = new Map(schemes.map(({ id, pattern }) => [id, new RegExp(pattern)]))
  return (random) => {
    /** Replaces the digits and letters from position `from` on. */
    const vary = (text: string, from: number): string =>
      text.slice(0, from) +
      text.slice(from).replaceAll(/[A-Z]|\d/g, (unit) => random.pick(/\d/.test(unit) ? digits : letters))

    /** A short scheme has fewer codes than there are banks, so several banks may get the same one. */
    const varyCode = (scheme: string, value: string): string => {
      if (abaSchemes.has(scheme)) return withAbaDigit(vary(value, 2))
      // Keep a longer prefix at each attempt, because some schemes require one: "BF" in Burkina Faso.
      for (let from = 0; from < value.length; from++) {
        const varied = vary(value, from)
        if (patterns.get(scheme)?.test(varied)) return varied
      }
      return value
    }

    // The country and the location stay.
    const varyBic = (bic: string): string =>
      letters
        .slice(0, 4)
        .map(() => random.pick(letters))
        .join('') + bic.slice(4)

    const varyCodes = (codes: readonly Code[]): Code[] => {
      const varied = codes.map((code) => ({
        ...code,
        value: varyCode(code.scheme, code.value),
        ...(code.bic !== undefined && { bic: varyBic(code.bic) }),
      }))
      const byKey = new Map(varied.map((code) => [`${code.scheme} ${code.value}`, code]))
      return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code)
    }

    return { codes: varyCodes, bic: varyBic, lei: (lei) => withLeiDigits(vary(lei.slice(0, 18), 4)) }
  }
}

const abaSchemes = new Set(['us_aba', 'us_fedwire'])

function withAbaDigit(number: string): string {
  const sum = weightedSum(number, 0, [3, 7, 1, 3, 7, 1, 3, 7])
  return number.slice(0, 8) + ((10 - (sum % 10)) % 10)
}

const withLeiDigits = (start: string): string => start + String(98 - remainder97(`${start}00`, 0, 20)).padStart(2, '0')
