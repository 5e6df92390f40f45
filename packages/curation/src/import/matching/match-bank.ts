/** Finds the bank that a row is about: by code, then by LEI, then by BIC, and finally by name and city. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Claim } from '../../sources/source-file.ts'
import { type BankLookup, isSeatIn } from './bank-lookup-tables.ts'
import { isSameName, nameWordsOf, significantWords } from './name-matching.ts'

export type Match =
  | { by: 'code' | 'lei' | 'bic' | 'name'; bank: BankRecord }
  /** Several banks match equally well, or none does. */
  | { by: 'none'; candidates: BankRecord[] }

/** `words` are the significant words of the name, if the row has a name. */
export function findBank(claim: Claim, words: string[] | undefined, lookup: BankLookup): Match {
  const { bic, lei } = claim
  const byCode = holdersOfCodes(claim, lookup)
  if (byCode.length > 0) return pickBank('code', byCode, words)
  const byLei = lei ? lookup.byLei(lei) : []
  if (byLei.length > 0) return pickBank('lei', byLei, words)
  const byBic = bic ? lookup.byBic(bic).filter(({ country }) => country === claim.country) : []
  if (byBic.length > 0) return pickBank('bic', byBic, words)
  return words ? pickBank('name', lookup.byNameAndPlace(claim, words), words) : { by: 'none', candidates: [] }
}

/** Returns the banks that hold the codes now or, if there are none, the banks that held them before. */
function holdersOfCodes({ codes }: Claim, lookup: BankLookup): BankRecord[] {
  const found = codes.flatMap(({ scheme, value }) => lookup.byCode(scheme, value))
  const now = found.filter(({ code }) => code.status !== 'former')
  return [...new Set((now.length > 0 ? now : found).map(({ bank }) => bank))]
}

/**
 * Prefers banks that have the row's name, and among those, open banks. Returns a match only if exactly one bank is
 * left.
 */
function pickBank(by: 'code' | 'lei' | 'bic' | 'name', candidates: BankRecord[], words: string[] | undefined): Match {
  const withName = candidates.filter((bank) => words !== undefined && hasName(bank, words))
  const likely = withName.length > 0 ? withName : candidates
  const open = likely.filter(({ status }) => status === 'active')
  const remaining = open.length > 0 ? open : likely
  const [bank] = remaining
  return bank && remaining.length === 1 ? { by, bank } : { by: 'none', candidates }
}

export const hasName = (bank: BankRecord, words: string[]): boolean =>
  nameWordsOf(bank).some((own) => isSameName(own, words))

/** Returns whether this is a current name of the bank. Aliases do not count, because they can be former names. */
export const hasCurrentName = ({ name, legal_name, short_name }: BankRecord, words: string[]): boolean =>
  [name, legal_name, short_name].some((own) => own !== undefined && isSameName(significantWords(own), words))

/**
 * Returns another active bank that has the same name and its head office in the row's city. Returns undefined if the
 * holder has the same code in another scheme too: a second list then confirms the holder, and the city in the row is
 * probably the location of a processing centre. Our data does not store the city that a list has for a code, so this
 * compares the row's city with the holder's head office. It found 31 US routing numbers that were assigned to the wrong
 * bank.
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
