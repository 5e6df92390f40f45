/**
 * Compares the place of a row with the seat of the bank that holds its code. A code in our data does not keep the place that
 * its list has for it, and 31 US routing numbers stood under the wrong bank of the same name.
 */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import { type Holders, isIn } from './bank-lookup-tables.ts'
import { namesOf } from './name-matching.ts'

/**
 * Finds another open bank of the same name in the place of the row. A code that the holder also has in another scheme is
 * skipped: a second list confirms the holder, and the place of the row is often that of a processing centre.
 */
export function namesakeAt(
  holder: BankRecord,
  claim: Claim,
  words: string[],
  holders: Holders,
): BankRecord | undefined {
  if (isIn(claim)(holder) || isHeldTwice(holder, claim)) return undefined
  const others = holders.inPlaceOf(claim).filter(({ id, status }) => id !== holder.id && status === 'active')
  return others.find((bank) => namesOf(bank).some((own) => beginsAlike(own, words)))
}

/** Compares the first words: lists write "First National Bank" for "First National Bank of Pulaski". One word is not enough. */
function beginsAlike(one: readonly string[], other: readonly string[]): boolean {
  const shorter = Math.min(one.length, other.length)
  return shorter > 1 && one.slice(0, shorter).join(' ') === other.slice(0, shorter).join(' ')
}

const isHeldTwice = ({ codes = [] }: BankRecord, claim: Claim): boolean =>
  claim.codes.some(({ scheme, value }) =>
    codes.some((own) => own.value === value && own.scheme !== scheme && own.status === undefined),
  )
