/** Works out the rails of a bank from the rows of its branches: the bank is on a rail if one of its branches is. */
import type { BranchRow } from '../../../src/dataset/tables/branch-rows.ts'
import type { BankRecord } from '../../../src/directory/records/bank.ts'
import type { Rail } from '../../../src/directory/records/rail.ts'

/** Returns the rails of a country that have a letter in its branch list, in the order of their letters. */
export const branchRails = (rails: readonly Rail[], country: string): (Rail & { letter: string })[] =>
  rails
    .filter((rail): rail is Rail & { letter: string } => rail.letter !== undefined && rail.countries.includes(country))
    .sort((a, b) => (a.letter < b.letter ? -1 : 1))

/** Returns the letters of a row: an empty cell stands for all of them, and `-` for none. */
export function lettersIn(cell: string, rails: readonly { letter: string }[]): string[] {
  if (cell === '-') return []
  return cell === '' ? rails.map(({ letter }) => letter) : [...cell]
}

/** Returns the cell for these letters. */
export function cellOf(letters: ReadonlySet<string>, rails: readonly { letter: string }[]): string {
  const own = rails.map(({ letter }) => letter).filter((letter) => letters.has(letter))
  if (own.length === rails.length) return ''
  return own.join('') || '-'
}

/** Returns the ids of the rails of each bank, sorted. `scheme`: the scheme of the codes that branch codes start with. */
export function railsByBank(
  rows: readonly BranchRow[],
  banks: Iterable<BankRecord>,
  scheme: string,
  rails: readonly (Rail & { letter: string })[],
): Map<string, string[]> {
  const bankOf = createBranchOwnerFinder(banks, scheme)
  const letters = new Map<string, Set<string>>()
  for (const row of rows) {
    const bank = bankOf(row)
    if (bank === undefined) continue
    const own = letters.get(bank) ?? new Set()
    for (const letter of lettersIn(row.rails, rails)) own.add(letter)
    letters.set(bank, own)
  }
  return new Map(
    [...letters].map(([bank, own]) => [
      bank,
      rails
        .filter(({ letter }) => own.has(letter))
        .map(({ id }) => id)
        .sort(),
    ]),
  )
}

/** Finds the bank that uses a branch code: the holder of the row, otherwise the bank of the longest prefix. */
export function createBranchOwnerFinder(
  banks: Iterable<BankRecord>,
  scheme: string,
): (row: Pick<BranchRow, 'code' | 'holder' | 'holder_name'>) => string | undefined {
  const prefixes = new Map<string, string>()
  for (const { id, codes = [] } of banks) {
    for (const code of codes) if (code.scheme === scheme && code.status === undefined) prefixes.set(code.value, id)
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  return ({ code, holder, holder_name }) => {
    if (holder !== '') return holder
    if (holder_name !== '') return undefined
    const length = lengths.find((each) => prefixes.has(code.slice(0, each)))
    return length === undefined ? undefined : prefixes.get(code.slice(0, length))
  }
}
