/** Finds banks by code, BIC, LEI or name. The import updates these tables whenever it changes a bank. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Claim } from '../../sources/source-file.ts'
import type { BankCode } from '../changes/fact-dates.ts'
import { isSamePlace, nameKey, nameWordsOf } from './name-matching.ts'

export type BankLookup = ReturnType<typeof createBankLookup>

const statusRank = { current: 0, unconfirmed: 1, former: 2 }

/** Each value is an array, because banks can share a name or a BIC. Most arrays have one element. */
type BanksByKey = Map<string, BankRecord[]>

export function createBankLookup(banks: Iterable<BankRecord>) {
  const lists: Record<'codes' | 'bics' | 'leis' | 'names' | 'places', BanksByKey> = {
    codes: new Map(),
    bics: new Map(),
    leis: new Map(),
    names: new Map(),
    places: new Map(),
  }
  const forEachKey = (bank: BankRecord, visit: (table: BanksByKey, key: string) => void): void => {
    for (const { scheme, value } of bank.codes ?? []) visit(lists.codes, `${scheme} ${value}`)
    for (const bic of [bank.bic, ...(bank.other_bics ?? [])]) if (bic) visit(lists.bics, bic.slice(0, 8))
    if (bank.lei) visit(lists.leis, bank.lei)
    if (bank.city) visit(lists.places, `${bank.country} ${nameKey(bank.city)}`)
    for (const words of nameWordsOf(bank)) visit(lists.names, `${bank.country} ${words.join(' ')}`)
  }
  const add = (bank: BankRecord): void =>
    forEachKey(bank, (list, key) => {
      const known = list.get(key)
      if (!known) list.set(key, [bank])
      else if (!known.includes(bank)) known.push(bank)
    })
  for (const bank of banks) add(bank)
  // Return a copy, because the caller may add and remove banks while it iterates.
  const find = (table: BanksByKey, key: string): BankRecord[] => table.get(key)?.slice() ?? []

  return {
    add,
    remove: (bank: BankRecord): void =>
      forEachKey(bank, (list, key) => {
        const others = list.get(key)?.filter((known) => known !== bank)
        if (others) list.set(key, others)
      }),
    /** Returns the holders of a code: the current one first, then unconfirmed ones, then former ones. */
    byCode: (scheme: string, value: string): { bank: BankRecord; code: BankCode }[] =>
      find(lists.codes, `${scheme} ${value}`)
        .map((bank) => ({
          bank,
          code: bank.codes?.find((code) => code.scheme === scheme && code.value === value) as BankCode,
        }))
        .sort((a, b) => statusRank[a.code.status ?? 'current'] - statusRank[b.code.status ?? 'current']),
    byBic: (bic: string): BankRecord[] => find(lists.bics, bic.slice(0, 8)),
    byLei: (lei: string): BankRecord[] => find(lists.leis, lei),
    /** Returns the banks with this name anywhere in the country. */
    byName: (country: string, words: string[]): BankRecord[] => find(lists.names, `${country} ${words.join(' ')}`),
    /** Returns the banks with this name whose head office is in the claim's city. Usually there is at most one. */
    byNameAndPlace: (claim: Claim, words: string[]): BankRecord[] =>
      find(lists.names, `${claim.country} ${words.join(' ')}`).filter((bank) => isSeatIn(bank, claim)),
    /** Returns the banks whose head office is in the claim's city. */
    byPlace: (claim: Claim): BankRecord[] =>
      claim.city === undefined
        ? []
        : find(lists.places, `${claim.country} ${nameKey(claim.city)}`).filter((bank) => isSeatIn(bank, claim)),
  }
}

/**
 * Returns whether the bank's head office is in the claim's city. Compares regions only if both the bank and the claim
 * have one.
 */
export const isSeatIn = (bank: BankRecord, { city, region }: Claim): boolean =>
  isSamePlace(bank.city, city) && (region === undefined || bank.region === undefined || bank.region === region)
