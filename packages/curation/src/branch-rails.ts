/** Works out the rails of a bank from the rows of its branches: the bank is on a rail if one of its branches is. */
import type { BranchRow } from '../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import type { Rail } from '../../../src/directory/records/rail-record.ts'
import type { RailMembers } from './bank-rails.ts'
import { compare } from './serialize.ts'

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
