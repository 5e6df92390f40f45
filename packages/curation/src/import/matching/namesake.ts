/**
 * Finds codes that our data assigns to the wrong one of two banks with the same name. Our data does not store the city
 * that a list has for a code, so the import compares the row's city with the holder's head office. This check found 31
 * US routing numbers that were assigned to the wrong bank.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Claim } from '../../sources/source-file.ts'
import { type BankLookup, isSeatIn } from './bank-lookup-tables.ts'
import { nameWordsOf } from './name-matching.ts'

/**
 * Returns another active bank that has the same name and its head office in the row's city. Returns undefined if the
 * holder has the same code in another scheme too: a second list then confirms the holder, and the city in the row is
 * probably the location of a processing centre.
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

/**
 * Returns whether one name starts with the other: lists write "First National Bank" for "First National Bank of
 * Pulaski". One word in common is not enough.
 */
function startsAlike(one: readonly string[], other: readonly string[]): boolean {
  const shorter = Math.min(one.length, other.length)
  return shorter > 1 && one.slice(0, shorter).join(' ') === other.slice(0, shorter).join(' ')
}

const isConfirmedElsewhere = ({ codes = [] }: BankRecord, claim: Claim): boolean =>
  claim.codes.some(({ scheme, value }) =>
    codes.some((code) => code.value === value && code.scheme !== scheme && code.status === undefined),
  )
