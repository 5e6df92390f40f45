/** Which bank has a code, a BIC, an LEI or a name: kept current while an import changes banks. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Claim } from '../../sources/source-file.ts'
import type { BankCode } from '../changes/fact-dates.ts'
import { isSamePlace, nameKey, namesOf } from './name-matching.ts'

export interface Holders {
  /** The one that has it now comes first, then those whose claim is unconfirmed, then those who had it. */
  ofCode(scheme: string, value: string): { bank: BankRecord; code: BankCode }[]
  ofBic(bic: string): BankRecord[]
  ofLei(lei: string): BankRecord[]
  /** Of the same name in the same place; more than one where the data cannot tell them apart. */
  ofName(claim: Claim, words: string[]): BankRecord[]
  /** Of that name in a country, wherever. */
  named(country: string, words: string[]): BankRecord[]
  /** Banks that have their seat in the place of a row. */
  inPlaceOf(claim: Claim): BankRecord[]
  add(bank: BankRecord): void
  remove(bank: BankRecord): void
}

const standing = { current: 0, unconfirmed: 1, former: 2 }

/** By key. Nearly all have one bank. */
type Lists = Map<string, BankRecord[]>

export function indexHolders(banks: Iterable<BankRecord>): Holders {
  const lists: Record<'codes' | 'bics' | 'leis' | 'names' | 'places', Lists> = {
    codes: new Map(),
    bics: new Map(),
    leis: new Map(),
    names: new Map(),
    places: new Map(),
  }
  const each = (bank: BankRecord, visit: (list: Lists, key: string) => void): void => {
    for (const { scheme, value } of bank.codes ?? []) visit(lists.codes, `${scheme} ${value}`)
    for (const bic of [bank.bic, ...(bank.other_bics ?? [])]) if (bic) visit(lists.bics, bic.slice(0, 8))
    if (bank.lei) visit(lists.leis, bank.lei)
    if (bank.city) visit(lists.places, `${bank.country} ${nameKey(bank.city)}`)
    for (const words of namesOf(bank)) visit(lists.names, `${bank.country} ${words.join(' ')}`)
  }
  const add = (bank: BankRecord): void =>
    each(bank, (list, key) => {
      const known = list.get(key)
      if (!known) list.set(key, [bank])
      else if (!known.includes(bank)) known.push(bank)
    })
  for (const bank of banks) add(bank)
  // A copy: what is done with them may add and remove some.
  const found = (list: Lists, key: string): BankRecord[] => list.get(key)?.slice() ?? []

  return {
    add,
    remove: (bank) =>
      each(bank, (list, key) => {
        const others = list.get(key)?.filter((known) => known !== bank)
        if (others) list.set(key, others)
      }),
    ofCode: (scheme, value) =>
      found(lists.codes, `${scheme} ${value}`)
        .map((bank) => ({
          bank,
          code: bank.codes?.find((code) => code.scheme === scheme && code.value === value) as BankCode,
        }))
        .sort((a, b) => standing[a.code.status ?? 'current'] - standing[b.code.status ?? 'current']),
    ofBic: (bic) => found(lists.bics, bic.slice(0, 8)),
    ofLei: (lei) => found(lists.leis, lei),
    named: (country, words) => found(lists.names, `${country} ${words.join(' ')}`),
    ofName: (claim, words) => found(lists.names, `${claim.country} ${words.join(' ')}`).filter(isIn(claim)),
    inPlaceOf: (claim) =>
      claim.city === undefined
        ? []
        : found(lists.places, `${claim.country} ${nameKey(claim.city)}`).filter(isIn(claim)),
  }
}

/** Whether a bank has its seat in the place of the row. The region counts where both have one. */
export const isIn =
  ({ city, region }: Claim) =>
  (bank: BankRecord): boolean =>
    isSamePlace(bank.city, city) && (region === undefined || bank.region === undefined || bank.region === region)
