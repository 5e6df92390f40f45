/** Lists the branches of a bank, for forms in which people choose a bank and then its branch. */
import type { LossNotes } from '../builds/loss-notes.ts'
import { lookupError } from '../requests/lookup-error.ts'
import { foldWords } from '../search/text/tokenizer.ts'
import type { BankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { type BranchPage, toBranchPage } from './branch-page.ts'
import type { BranchRow } from './branch-table.ts'
import type { Branches, BranchList } from './branches.ts'

export interface BranchQuery {
  /** Each word of this text begins a word of the name or the city, or the whole text begins the code. */
  text?: string | undefined
  offset: number
  limit: number
}

/**
 * Yields every millisecond or two, so that a server can do other work in between. Throws `LookupError` if there is no such
 * bank, or no list of its branches.
 */
export type ListBranches = (bank: string, query: BranchQuery) => Generator<void, BranchPage>

const rowsPerStep = 250
const banksPerStep = 50

export function createBranchLister(
  packed: PackedDirectory,
  banks: BankTable,
  branches: Branches,
  { missingBank, missingBranches }: LossNotes,
): ListBranches {
  const usersByScheme = new Map<string, CodeUsers>()
  return function* (id, { text = '', offset, limit }) {
    const bank = banks.numberOf(id)
    if (bank === undefined) throw lookupError('bank_unknown', { value: id }, missingBank(id))
    const list = branches.listIn(banks.countryOf(bank))
    if (!list) {
      const choice = { value: id, countries: namesOf(branches.countries(), packed) }
      throw lookupError('branches_unknown', choice, missingBranches(banks.countryOf(bank)))
    }
    const scheme = list.form.scheme as string
    const users = usersByScheme.get(scheme) ?? (yield* collectUsers(list, banks))
    usersByScheme.set(scheme, users)
    const matches = createMatcher(text)
    const found: BranchRow[] = []
    let [count, steps] = [0, 0]
    for (const row of rowsOf(id, list, users)) {
      if (++steps % rowsPerStep === 0) yield
      if (!matches(row)) continue
      if (count >= offset && found.length < limit) found.push(row)
      count++
    }
    return toBranchPage(id, list, { count, branches: found })
  }
}

/** Which bank uses which codes. */
interface CodeUsers {
  /** The banks that hold each current code of the scheme. The branch codes start with it. */
  prefixes: ReadonlyMap<string, readonly string[]>
  longestPrefix: number
  /** The branch codes that each bank uses although another bank has the prefix. */
  lent: ReadonlyMap<string, readonly string[]>
}

function* collectUsers({ form, table }: BranchList, banks: BankTable): Generator<void, CodeUsers> {
  const [prefixes, lent] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const [first, end] = banks.ranges.get(form.country) ?? [0, 0]
  for (let bank = first; bank < end; bank++) {
    if (bank % banksPerStep === 0) yield
    const { id, codes = [] } = banks.recordOf(bank)
    for (const code of codes) if (code.scheme === form.scheme && code.status !== 'former') add(prefixes, code.value, id)
  }
  for (const row of table.withHolder()) {
    if (row) add(lent, row.holder, row.code)
    else yield
  }
  return { prefixes, lent, longestPrefix: Math.max(0, ...Array.from(prefixes.keys(), ({ length }) => length)) }
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function namesOf(codes: ReadonlySet<string>, { supported }: PackedDirectory): string {
  const names = supported.filter(({ code }) => codes.has(code)).map(({ display_name: name }) => name)
  return names.length === 0 ? 'no country' : names.join(', ')
}

/** Yields the rows with a prefix of the bank that no other bank uses, and those of other prefixes that the bank uses. */
function* rowsOf(
  bank: string,
  { table }: BranchList,
  { prefixes, longestPrefix, lent }: CodeUsers,
): Generator<BranchRow, void> {
  const holdersOf = (code: string): readonly string[] => {
    for (let length = longestPrefix; length > 0; length--) {
      const ids = prefixes.get(code.slice(0, length))
      if (ids) return ids
    }
    return []
  }
  const own = [...prefixes].flatMap(([prefix, ids]) => (ids.includes(bank) ? [prefix] : []))
  for (const prefix of own.sort()) {
    for (const row of table.withPrefix(prefix)) {
      if (row.holder === null && row.holderName === null && holdersOf(row.code).includes(bank)) yield row
    }
  }
  for (const code of lent.get(bank) ?? []) yield table.find(code) as BranchRow
}

function createMatcher(text: string): (row: BranchRow) => boolean {
  if (text.trim() === '') return () => true
  const words = foldWords(text).map((word) => word.text)
  if (words.length === 0) return () => false
  // People write BSBs as 012-002.
  const joined = words.join('').toUpperCase()
  return ({ code, name, city }) => {
    if (code.startsWith(joined)) return true
    const ofRow = foldWords(`${name ?? ''} ${city ?? ''}`).map((word) => word.text)
    return words.every((word) => ofRow.some((one) => one.startsWith(word)))
  }
}
