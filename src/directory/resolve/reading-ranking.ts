/** Ranks the readings of an identifier: the likeliest is first. */
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { hasCheckDigit, type Reading, type ReadingKind, type Relation } from './reading.ts'

const relationWeights: Record<Relation, number> = {
  holder: 15,
  successor: 10,
  unconfirmed_holder: 8,
  former_holder: 6,
  usual_holder: 3,
  possible: 2,
  sponsor: 0,
}

/** A distinctive format ranks higher than bare digits. Account numbers rank lowest, because any digits can be one. */
const kindWeights: Partial<Record<ReadingKind, number>> = {
  iban: 6,
  lei: 6,
  bank_id: 16,
  gb_account: 5,
  bic: 13,
  us_aba: 2,
  account_number: -5,
  reference: -10,
}

const invalidWeight = 10
const wellFormedWeight = 20
const checkDigitWeight = 30

/** Added to an invalid reading that has a suggestion: a small typo explains the error, so the kind is likely right. */
const suggestionWeight = 2

/**
 * Added if the format of the text alone proves the kind, as in 20-29-59, which is a sort code. It outweighs the holder of
 * a bank code with the same digits even if a typo makes the text invalid, as in 4-00-04.
 */
const certainWeight = 30

/** Ranks readings by how reliable the check, the holder and the format are. */
export function createRanking({ countries }: PackedDirectory): (reading: Reading) => number {
  const preferred = countries.map(({ code_schemes = [] }) => code_schemes)
  // Ranks schemes that people mean by "the bank code" in a country above other schemes, such as company registers.
  const schemeWeights = new Map(preferred.flatMap((schemes) => schemes.map((scheme, at) => [scheme, at === 0 ? 4 : 2])))
  // Breaks ties between codes: the country that comes first in the data wins.
  const countryIndexes = new Map(preferred.flatMap((schemes, at) => schemes.map((scheme) => [scheme, at])))
  return (reading) => {
    const { kind, scheme, check, holders, isCertain } = reading
    const [first] = holders
    return (
      checkWeight(reading) +
      (first && check.passed ? relationWeights[first.relation] : 0) +
      (kindWeights[kind] ?? 0) +
      (isCertain ? certainWeight : 0) +
      (scheme === null ? 0 : (schemeWeights.get(scheme) ?? 0) - (countryIndexes.get(scheme) ?? 99) / 1000)
    )
  }
}

function checkWeight(reading: Reading): number {
  const { check } = reading
  if (!check.passed) return invalidWeight + (check.suggestion === null ? 0 : suggestionWeight)
  return hasCheckDigit(reading) ? checkDigitWeight : wellFormedWeight
}
