/** Lists the branches of a bank, for forms in which people choose a bank and then its branch. */
import type { AccountFormRecord } from '../records/account-form.ts'
import type { Source } from '../records/source.ts'
import { lookupError } from '../requests/lookup-error.ts'
import { foldWords } from '../search/text/tokenizer.ts'
import { type BankTable, createBankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import type { BranchRow } from './branch-table.ts'
import type { Branches, BranchList } from './branches.ts'

export interface BranchQuery {
  /** Only branches with words in their name and city, or a code, that begin with the words of this text. */
  text?: string | undefined
  offset: number
  limit: number
}

export interface FoundBranches {
  form: AccountFormRecord
  source: Source
  namesSource: Source
  /** The number of all branches that match. */
  count: number
  /** One page of them, in order of code. */
  branches: BranchRow[]
}

/**
 * Yields every millisecond or two, so that a server can do other work in between. Throws `LookupError` if there is no such
 * bank, or no list of its branches.
 */
export type ListBranches = (bank: string, query: BranchQuery) => Generator<void, FoundBranches>

const rowsPerStep = 500

export function createBranchLister(packed: PackedDirectory, branches: Branches): ListBranches {
  const banks = createBankTable(packed)
  const ownersByScheme = new Map<string, Map<string, string[]>>()
  const ownersOf = ({ form }: BranchList): Map<string, string[]> => {
    const scheme = form.scheme as string
    const owners = ownersByScheme.get(scheme) ?? collectOwners(banks, form.country, scheme)
    ownersByScheme.set(scheme, owners)
    return owners
  }
  return function* (id, { text = '', offset, limit }) {
    const bank = banks.numberOf(id)
    if (bank === undefined) throw lookupError('bank_unknown', { value: id })
    const list = branches.listIn(banks.countryOf(bank))
    if (!list) throw lookupError('branches_unknown', { value: id, countries: namesOf(branches.countries, packed) })
    const matches = createMatcher(text)
    const found: BranchRow[] = []
    let [count, steps] = [0, 0]
    for (const row of rowsOf(id, list, ownersOf(list))) {
      if (++steps % rowsPerStep === 0) yield
      if (!matches(row)) continue
      if (count >= offset && found.length < limit) found.push(row)
      count++
    }
    const { form, source, namesSource } = list
    return { form, source, namesSource, count, branches: found }
  }
}

function namesOf(codes: ReadonlySet<string>, { supported }: PackedDirectory): string {
  const names = supported.filter(({ code }) => codes.has(code)).map(({ display_name: name }) => name)
  return names.length === 0 ? 'no country' : names.join(', ')
}

/** Maps each current code of the scheme to the banks that hold it. */
function collectOwners(banks: BankTable, country: string, scheme: string): Map<string, string[]> {
  const owners = new Map<string, string[]>()
  const [first, end] = banks.ranges.get(country) ?? [0, 0]
  for (let bank = first; bank < end; bank++) {
    const { id, codes = [] } = banks.recordOf(bank)
    for (const code of codes) {
      if (code.scheme !== scheme || code.status !== undefined) continue
      owners.set(code.value, [...(owners.get(code.value) ?? []), id])
    }
  }
  return owners
}

/** Yields the rows with a prefix of the bank that no other bank uses, and those of other prefixes that the bank uses. */
function* rowsOf(
  bank: string,
  { table }: BranchList,
  owners: ReadonlyMap<string, readonly string[]>,
): Generator<BranchRow> {
  const prefixes = [...owners].flatMap(([prefix, ids]) => (ids.includes(bank) ? [prefix] : []))
  const longest = Math.max(0, ...Array.from(owners.keys(), ({ length }) => length))
  const ownerOf = (code: string): readonly string[] => {
    for (let length = longest; length > 0; length--) {
      const ids = owners.get(code.slice(0, length))
      if (ids) return ids
    }
    return []
  }
  for (const prefix of prefixes.sort()) {
    for (const row of table.withPrefix(prefix)) {
      if (row.holder === null && row.holderName === null && ownerOf(row.code).includes(bank)) yield row
    }
  }
  yield* table.withHolder(bank)
}

function createMatcher(text: string): (row: BranchRow) => boolean {
  const words = foldWords(text).map((word) => word.text)
  if (words.length === 0) return () => true
  return ({ code, name, city }) => {
    const ofRow = [code.toLowerCase(), ...foldWords(`${name ?? ''} ${city ?? ''}`).map((word) => word.text)]
    return words.every((word) => ofRow.some((one) => one.startsWith(word)))
  }
}
