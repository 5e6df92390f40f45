/** Without a country, a code that several countries use is only possible in each of them. */

import type { Scheme } from '../records/scheme.ts'
import type { BankTable } from '../storage/bank-table.ts'
import { hasCheckDigit, joinSentences, type Reading } from './reading.ts'

/** IBAN, BIC, LEI and our own ids name their country themselves. */
const worldwide = new Set<Reading['kind']>(['iban', 'bic', 'lei', 'bank_id'])

const severalCountries = 'This is a code in several countries: pass `country` to choose one.'

/** `isCertain`: whether the spelling proves a reading, whatever else the digits could be. */
export function weakenAmbiguous(
  readings: readonly Reading[],
  banks: BankTable,
  schemes: ReadonlyMap<string, Scheme>,
  isCertain: (reading: Reading) => boolean,
): Reading[] {
  if (readings.length < 2) return [...readings]
  const countryOf = ({ holders: [first] }: Reading): string | undefined => first && banks.countryOf(first.bank)
  const isIdentity = ({ scheme }: Reading): boolean => scheme !== null && schemes.get(scheme)?.use === 'identity'
  // A former code too: people go on using the code of a bank that merged.
  const explaining = readings.filter(
    ({ kind, verdict, holders }) => !worldwide.has(kind) && verdict !== 'invalid' && holders.length > 0,
  )
  const castsDoubt = (other: Reading, reading: Reading): boolean => {
    if (countryOf(other) === countryOf(reading)) return false
    // A routing number with the right check digit is hardly the number of a Canadian branch, which has none.
    if (hasCheckDigit(reading) && !hasCheckDigit(other)) return false
    // Nearly any number stands in some register of companies.
    return isIdentity(reading) || !isIdentity(other)
  }
  return readings.map((reading) => {
    if (reading.verdict !== 'valid' || worldwide.has(reading.kind) || isCertain(reading)) return reading
    if (!explaining.some((other) => castsDoubt(other, reading))) return reading
    return { ...reading, verdict: 'possible', note: joinSentences([reading.note, severalCountries]) }
  })
}
