/** Finds the bank that a row speaks of: by code, then by LEI, by BIC, and at last by name and place. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import type { Holders } from './bank-lookup-tables.ts'
import { isSameName, namesOf, telling } from './name-matching.ts'

export type Match =
  | { by: 'code' | 'lei' | 'bic' | 'name'; bank: BankRecord }
  /** Several could be meant, and nothing tells which. */
  | { by: 'none'; candidates: BankRecord[] }

/** `words`: those that tell in the name of the row, if it has one. */
export function findBank(claim: Claim, words: string[] | undefined, holders: Holders): Match {
  const { bic, lei } = claim
  const byCode = holdersOfCodes(claim, holders)
  if (byCode.length > 0) return decide('code', byCode, words)
  const byLei = lei ? holders.ofLei(lei) : []
  if (byLei.length > 0) return decide('lei', byLei, words)
  const byBic = bic ? holders.ofBic(bic).filter(({ country }) => country === claim.country) : []
  if (byBic.length > 0) return decide('bic', byBic, words)
  return words ? decide('name', holders.ofName(claim, words), words) : { by: 'none', candidates: [] }
}

/** Those who have them now; only where nobody does, those who had them. */
function holdersOfCodes({ codes }: Claim, holders: Holders): BankRecord[] {
  const found = codes.flatMap(({ scheme, value }) => holders.ofCode(scheme, value))
  const now = found.filter(({ code }) => code.status !== 'former')
  return [...new Set((now.length > 0 ? now : found).map(({ bank }) => bank))]
}

/** Of several, the one that has the name; of those the one that is open. */
function decide(by: 'code' | 'lei' | 'bic' | 'name', candidates: BankRecord[], words: string[] | undefined): Match {
  const named = candidates.filter((bank) => words !== undefined && hasName(bank, words))
  const likely = named.length > 0 ? named : candidates
  const open = likely.filter(({ status }) => status === 'active')
  const left = open.length > 0 ? open : likely
  const [bank] = left
  return bank && left.length === 1 ? { by, bank } : { by: 'none', candidates }
}

export const hasName = (bank: BankRecord, words: string[]): boolean =>
  namesOf(bank).some((own) => isSameName(own, words))

/** By a name that it has today, not by one that it had. */
export const isCalledNow = ({ name, legal_name, short_name }: BankRecord, words: string[]): boolean =>
  [name, legal_name, short_name].some((own) => own !== undefined && isSameName(telling(own), words))
