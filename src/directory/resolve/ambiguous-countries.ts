/**
 * Lowers the verdict from `valid` to `possible` if several countries use the code and the request names none of them.
 */

import type { Scheme } from '../records/scheme.ts'
import type { BankTable } from '../storage/bank-table.ts'
import { hasCheckDigit, joinSentences, type Reading } from './reading.ts'

/** Kinds of identifier with the same format in every country. */
const international = new Set<Reading['kind']>(['iban', 'bic', 'lei', 'bank_id'])

const severalCountries = 'Several countries use this code; add the country to choose one.'

export function weakenAmbiguous(
  readings: readonly Reading[],
  banks: BankTable,
  schemes: ReadonlyMap<string, Scheme>,
): Reading[] {
  if (readings.length < 2) return [...readings]
  const countryOf = ({ holders: [first] }: Reading): string | undefined => first && banks.countryOf(first.bank)
  const isIdentity = ({ scheme }: Reading): boolean => scheme !== null && schemes.get(scheme)?.use === 'identity'
  // Include readings with the verdict `former`, because people keep using the codes of banks that have merged.
  const competing = readings.filter(
    ({ kind, verdict, holders }) => !international.has(kind) && verdict !== 'invalid' && holders.length > 0,
  )
  const castsDoubt = (other: Reading, reading: Reading): boolean => {
    if (countryOf(other) === countryOf(reading)) return false
    // A correct check digit is strong evidence: a number that passes as a US routing number is unlikely to be a
    // Canadian one, which has no check digit.
    if (hasCheckDigit(reading) && !hasCheckDigit(other)) return false
    // Nearly every number occurs in some company register, so a reading in a scheme with `use: identity` does not make
    // a payment code ambiguous.
    return isIdentity(reading) || !isIdentity(other)
  }
  return readings.map((reading) => {
    if (reading.verdict !== 'valid' || international.has(reading.kind) || reading.isCertain) return reading
    if (!competing.some((other) => castsDoubt(other, reading))) return reading
    return { ...reading, verdict: 'possible', note: joinSentences([reading.note, severalCountries]) }
  })
}
