/** Lowers the verdict to `possible` if several countries use the code and the request names no country. */

import type { Scheme } from '../records/scheme.ts'
import type { BankTable } from '../storage/bank-table.ts'
import { hasCheckDigit, joinSentences, type Reading } from './reading.ts'

/** Kinds of identifier with the same format in every country. */
const international = new Set<Reading['kind']>(['iban', 'bic', 'lei', 'bank_id'])

const severalCountries = 'Several countries use this code; pass `country` to choose one.'

/** `isCertain`: whether the way the text is written proves the reading, whatever else the digits could mean. */
export function weakenAmbiguous(
  readings: readonly Reading[],
  banks: BankTable,
  schemes: ReadonlyMap<string, Scheme>,
  isCertain: (reading: Reading) => boolean,
): Reading[] {
  if (readings.length < 2) return [...readings]
  const countryOf = ({ holders: [first] }: Reading): string | undefined => first && banks.countryOf(first.bank)
  const isIdentity = ({ scheme }: Reading): boolean => scheme !== null && schemes.get(scheme)?.use === 'identity'
  // Former codes count too: people keep using the code of a bank that merged.
  const competing = readings.filter(
    ({ kind, verdict, holders }) => !international.has(kind) && verdict !== 'invalid' && holders.length > 0,
  )
  const castsDoubt = (other: Reading, reading: Reading): boolean => {
    if (countryOf(other) === countryOf(reading)) return false
    // A routing number with a correct check digit is unlikely to be a Canadian branch number, which has none.
    if (hasCheckDigit(reading) && !hasCheckDigit(other)) return false
    // Nearly every number is in some company register, so that alone does not make a payment code ambiguous.
    return isIdentity(reading) || !isIdentity(other)
  }
  return readings.map((reading) => {
    if (reading.verdict !== 'valid' || international.has(reading.kind) || isCertain(reading)) return reading
    if (!competing.some((other) => castsDoubt(other, reading))) return reading
    return { ...reading, verdict: 'possible', note: joinSentences([reading.note, severalCountries]) }
  })
}
