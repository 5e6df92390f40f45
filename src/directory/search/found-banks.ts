/** The banks that a search shows: first those with the code that was typed, then those with the name; page by page. */
import { bankStatuses } from '../bank.ts'
import { type BankFilter, openFilter } from '../bank-filter.ts'
import type { CodeEntry } from '../codes.ts'
import type { Indexes } from '../indexes.ts'
import { isWithin, type Range } from '../numbered.ts'
import { namesIn, outlineOf } from '../shown.ts'
import { codeHits } from './code-hits.ts'
import { type Matched, matchedOf } from './matched.ts'
import type { NameField } from './names.ts'
import type { Hit, Search } from './search.ts'

export interface FoundQuery extends Pick<BankFilter, 'status' | 'types'> {
  text: string
  /** The banks of the countries; all if undefined. */
  ranges: readonly Range[] | undefined
  offset: number
  limit: number
}

/** Rows as they are listed, each with what matched, in JSON; the best first. */
export type FoundBanks = (query: FoundQuery) => string[]

const active = bankStatuses.indexOf('active')

/** An open bank comes before one that is not, unless the other fits much better. Half of the merged lead to an open one. */
const malus = bankStatuses.map((status) => ({ active: 0, unverified: 0.12, merged: 0.12, closed: 0.2 })[status])

export function openFoundBanks(indexes: Indexes, search: Search): FoundBanks {
  const { banks } = indexes
  const maluses = Float64Array.from({ length: banks.count }, (_, bank) => malus[banks.statusOf(bank)] as number)
  const successorOf = openSuccessors(banks)

  /** The row has names and place; all BICs and codes are in the record alone. */
  const matchedIn = (hit: Hit): Matched => {
    if (recordFields.has(hit.field)) return matchedOf(banks.recordOf(hit.bank), hit)
    const row = banks.rowOf(hit.bank)
    return matchedOf(namesFields.has(hit.field) ? namesIn(row) : outlineOf(row), hit)
  }

  return ({ text: typed, ranges, status, types, offset, limit }) => {
    // Digits, however they are set apart, are one number.
    const digits = /^[\d\s.-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
    const text = digits || typed
    const end = offset + limit
    const isIn = (bank: number): boolean => !ranges || isWithin(bank, ranges)
    const passes = openFilter({ status, types }, banks)
    const isShown = (bank: number | undefined): bank is number => bank !== undefined && isIn(bank) && passes(bank)
    // A bank that does not pass the filter is a candidate if its successor passes.
    const mayLead = (bank: number): boolean => isIn(bank) && (passes(bank) || isShown(successorOf(bank)))
    // This is asked of thousands of banks, and most searches have no filter.
    const isCandidate = status === 'any' && types === undefined ? isIn : mayLead

    const found = new Map<number, () => Matched>()
    const add = (bank: number, matched: () => Matched): void => {
      const successor = successorOf(bank)
      if (isShown(successor) && !found.has(successor)) {
        found.set(successor, () => ({ ...matched(), field: 'successor_of' }))
      }
      if (isShown(bank) && !found.has(bank)) found.set(bank, matched)
    }
    for (const { bank, place } of codeHits(digits, indexes, isCandidate)) {
      if (found.size >= end) break
      add(bank, () => matchedCode(indexes.codes.entryAt(place), digits.length))
    }
    // Several hits may lead to one successor, so as many hits as there is room for may not fill the page.
    for (let most = end, isMore = true; isMore && found.size < end; most *= 2) {
      const hits = search(text, { limit: most, ranges, isWanted: isCandidate, maluses })
      for (const hit of hits) add(hit.bank, () => matchedIn(hit))
      isMore = hits.length === most
    }
    return [...found]
      .slice(offset, end)
      .map(([bank, matched]) => `${banks.rowOf(bank).slice(0, -1)},"matched":${JSON.stringify(matched())}}`)
  }
}

const matchedCode = ({ value, scheme, status }: CodeEntry, typed: number): Matched => ({
  field: 'codes',
  text: value,
  spans: [[0, typed]],
  scheme,
  status,
})

const namesFields = new Set<NameField>(['name', 'initials', 'short_name', 'alias', 'legal_name'])
const recordFields = new Set<NameField>(['bic', 'code', 'other_code'])

/** The bank that took another one over. Records are read once, when a search first comes to them. */
function openSuccessors({
  count,
  statusOf,
  recordOf,
  numberOf,
}: Indexes['banks']): (bank: number) => number | undefined {
  const [unread, none] = [-2, -1]
  const known = new Int32Array(count).fill(unread)
  return (bank) => {
    if (statusOf(bank) === active) return undefined
    if (known[bank] === unread) {
      const { successor } = recordOf(bank)
      known[bank] = (successor === undefined ? undefined : numberOf(successor)) ?? none
    }
    return known[bank] === none ? undefined : known[bank]
  }
}
