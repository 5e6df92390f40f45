/** Works out the rails of a bank from the rows of its branches: the bank is on a rail if one of its branches is. */
import type { BranchRow } from '../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import type { Rail } from '../../../src/directory/records/rail-record.ts'
import type { RailMembers } from './bank-rails.ts'
import { compare } from './serialize.ts'
import type { BranchName, BranchNames } from './sources/branch-file.ts'

export type BranchRail = Rail & { letter: string }

/** Returns the rails of a country that have a letter in its branch list, in the order of their letters. */
export const branchRails = (rails: readonly Rail[], country: string): BranchRail[] =>
  rails
    .filter((rail): rail is BranchRail => rail.letter !== undefined && rail.countries.includes(country))
    .sort((a, b) => compare(a.letter, b.letter))

/** Returns the cell for these letters: empty for all of them, and `-` for none. */
export function cellOf(letters: Iterable<string>, rails: readonly BranchRail[]): string {
  const given = new Set(letters)
  const own = rails.filter(({ letter }) => given.has(letter))
  return own.length === rails.length ? '' : own.map(({ letter }) => letter).join('') || '-'
}

/** `scheme`: the scheme of the codes that branch codes start with. */
export function membersByLetter(
  rows: readonly BranchRow[],
  banks: Iterable<BankRecord>,
  scheme: string,
  rails: readonly BranchRail[],
): RailMembers {
  const ownerOf = createBranchOwnerFinder(banks, scheme)
  const byBank = new Map<string, Set<string>>()
  for (const row of rows) {
    const bank = ownerOf(row)
    if (bank === undefined) continue
    const own = byBank.get(bank) ?? new Set()
    for (const { id, letter } of rails) if (row.rails === '' || row.rails.includes(letter)) own.add(id)
    byBank.set(bank, own)
  }
  return { rails: rails.map(({ id }) => id), banks: byBank }
}

/**
 * A bank is on a rail if one of its branches is. It is not on it if the list of names has each of its branches, and none is
 * on the rail; otherwise the rail is unknown. `dates`: banks that are on rails only by rows of an older edition.
 */
export function membersByName(
  rows: readonly BranchRow[],
  banks: readonly BankRecord[],
  scheme: string,
  rails: readonly string[],
  names: BranchNames,
): RailMembers & { dates?: Record<string, string> } {
  const ownerOf = createBranchOwnerFinder(banks, scheme)
  const branches = new Map(banks.map(({ id }) => [id, [] as (BranchName | undefined)[]]))
  for (const row of rows) branches.get(ownerOf(row) ?? '')?.push(names.get(row.code))
  const members = new Map<string, Set<string>>()
  const unknown = new Map<string, Set<string>>()
  const dates: [id: string, date: string][] = []
  for (const [id, own] of branches) {
    const flagsOf = (rail: string): (boolean | undefined)[] => own.map((branch) => branch?.rails?.get(rail))
    const on = rails.filter((rail) => flagsOf(rail).includes(true))
    const isUnread = (rail: string): boolean => own.length === 0 || flagsOf(rail).includes(undefined)
    members.set(id, new Set(on))
    unknown.set(id, new Set(rails.filter((rail) => !on.includes(rail) && isUnread(rail))))
    const ages = own.filter((branch) => on.some((rail) => branch?.rails?.get(rail))).map((branch) => branch?.asOf ?? '')
    if (ages.length > 0 && !ages.includes('')) dates.push([id, ages.sort(compare).at(-1) as string])
  }
  dates.sort(([one], [other]) => compare(one, other))
  return { rails, banks: members, unknown, ...(dates.length > 0 && { dates: Object.fromEntries(dates) }) }
}

/** Finds the bank that uses a branch code: the holder of the row, otherwise the bank of the longest prefix. */
export function createBranchOwnerFinder(
  banks: Iterable<BankRecord>,
  scheme: string,
): (row: BranchRow) => string | undefined {
  const prefixes = new Map<string, string>()
  for (const { id, codes = [] } of banks) {
    for (const code of codes) if (code.scheme === scheme && code.status === undefined) prefixes.set(code.value, id)
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  return ({ code, holder, holder_name }) => {
    if (holder !== '') return holder
    if (holder_name !== '') return undefined
    return lengths.map((length) => prefixes.get(code.slice(0, length))).find((id) => id !== undefined)
  }
}
