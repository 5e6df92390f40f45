/**
 * Finds codes that belong to another bank with the same name. A code in our data does not keep the place that its list has
 * for it, so the import compares the place of the row with the seat of the holder: 31 US routing numbers were under the
 * wrong bank of the same name.
 */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import { type BankLookup, isSeatIn } from './bank-lookup-tables.ts'
import { nameWordsOf } from './name-matching.ts'

/**
 * Returns another active bank with the same name in the place of the row. A code that the holder also has in another
 * scheme is skipped: a second list confirms the holder, and the place of the row is often that of a processing centre.
 */
export function findNamesake(
  holder: BankRecord,
  claim: Claim,
  words: string[],
  lookup: BankLookup,
): BankRecord | undefined {
  if (isSeatIn(holder, claim) || isConfirmedElsewhere(holder, claim)) return undefined
  const others = lookup.byPlace(claim).filter(({ id, status }) => id !== holder.id && status === 'active')
  return others.find((bank) => nameWordsOf(bank).some((name) => startsAlike(name, words)))
}

/** Compares the first words: lists write "First National Bank" for "First National Bank of Pulaski". One word is not enough. */
function startsAlike(one: readonly string[], other: readonly string[]): boolean {
  const shorter = Math.min(one.length, other.length)
  return shorter > 1 && one.slice(0, shorter).join(' ') === other.slice(0, shorter).join(' ')
}

const isConfirmedElsewhere = ({ codes = [] }: BankRecord, claim: Claim): boolean =>
  claim.codes.some(({ scheme, value }) =>
    codes.some((code) => code.value === value && code.scheme !== scheme && code.status === undefined),
  )
