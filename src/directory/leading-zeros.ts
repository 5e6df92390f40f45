/**
 * Adds the leading zeros that people leave out and spreadsheets drop: 10 is the Israeli bank code 010. Only the codes of
 * numeric schemes with one length can be completed, and the country must be known.
 */
import type { Scheme } from './records/scheme.ts'

export interface FullCode {
  scheme: Scheme
  /** The digits with all their zeros. */
  code: string
}

/**
 * Returns the digits as full codes of the schemes in these countries, whether a bank has them or not. Returns none for a
 * country in which the digits are already a full code.
 */
export type AddZeros = (digits: string, countries: readonly string[]) => FullCode[]

interface FixedLengthScheme {
  scheme: Scheme
  length: number
}

export function createAddZeros(schemes: ReadonlyMap<string, Scheme>): AddZeros {
  const byCountry = Map.groupBy(
    [...schemes.values()].flatMap((scheme): FixedLengthScheme[] => {
      const length = digitsOf(scheme.pattern)
      return length === undefined ? [] : [{ scheme, length }]
    }),
    ({ scheme }) => scheme.country,
  )
  return (digits, countries) => {
    if (!mayLackZeros(digits)) return []
    return countries.flatMap((country) => {
      const own = byCountry.get(country) ?? []
      if (own.some(({ length }) => length === digits.length)) return []
      return own
        .filter(({ length }) => length > digits.length)
        .map(({ scheme, length }) => ({ scheme, code: digits.padStart(length, '0') }))
    })
  }
}

/** The number of digits that a pattern such as `^\d{3}$` asks for; undefined if it asks for anything else. */
export function digitsOf(pattern: string): number | undefined {
  const [, length] = /^\^\\d\{(\d+)\}\$$/.exec(pattern) ?? []
  return length === undefined ? undefined : Number(length)
}

/** Zeros alone are not a shortened code: spreadsheets have 0 in empty cells. */
export const mayLackZeros = (digits: string): boolean => /^(?=0*[1-9])\d{1,8}$/.test(digits)
