/** The banks that a search shows: first those with the code that was typed, then those with the name; page by page. */

import type { Indexes } from '../indexes.ts'
import { bankStatuses, bankTypes } from '../records/bank.ts'
import { parseName, parseNames, parseWithoutCodes } from '../records/bank-view.ts'
import type { Range } from '../storage/bank-table.ts'
import type { CodeEntry } from '../storage/code-index.ts'
import { type BankFilter, createBankFilter } from '../views/bank-filter.ts'
import { createRangeCheck } from './bank-ranges.ts'
import { createCodeMatches } from './code-matches.ts'
import { type Highlight, highlightOf } from './highlights.ts'
import type { ScoredBank } from './ranking/name-score.ts'
import { comparedMax, pageLength, rankedMax } from './ranking/search-limits.ts'
import type { Search } from './search.ts'
import type { NameField } from './text/searchable-names.ts'

export interface ResultQuery extends Pick<BankFilter, 'status' | 'types'> {
  text: string
  /** The banks of the countries; all if undefined. */
  ranges: readonly Range[] | undefined
  offset: number
  limit: number
}

/** Rows as they are listed, each with what matched, in JSON; the best first. */
export type FindResults = (query: ResultQuery) => string[]

/** An open bank comes before one that is not, unless the other fits much better. Half of the merged lead to an open one. */
const malus = bankStatuses.map((status) => ({ active: 0, unverified: 0.12, merged: 0.12, closed: 0.2 })[status])

/** A person who types a name means a bank, unless nothing else fits as well. */
const official = bankTypes.indexOf('official_institution')
const officialMalus = 0.2

export function createSearchResults(indexes: Indexes, search: Search): FindResults {
  const { banks, successorOf } = indexes
  const { vocabulary } = indexes.search
  const malusOf = (bank: number): number =>
    (malus[banks.statusOf(bank)] as number) + (banks.types[bank] === official ? officialMalus : 0)
  const maluses = Float64Array.from({ length: banks.count }, (_, bank) => malusOf(bank))
  const codeHits = createCodeMatches(indexes)
  const within = createRangeCheck(banks.count)

  /** The row has names and place; all BICs and codes are in the record alone. */
  const matchedIn = ({ bank, field, found }: ScoredBank, row: string): Highlight => {
    const hit = { field, found: found.map(({ word, by }) => ({ word: vocabulary.textOf(word), by })) }
    if (recordFields.has(field)) return highlightOf(banks.recordOf(bank), hit)
    if (field === 'name' || field === 'initials') return highlightOf(parseName(row), hit)
    return highlightOf(namesFields.has(field) ? parseNames(row) : parseWithoutCodes(row), hit)
  }

  return ({ text: typed, ranges, status, types, offset, limit }) => {
    // Digits, however they are set apart, are one number.
    const digits = /^[\d\s.-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
    const text = digits || typed
    const end = offset + limit
    const isIn = within(ranges)
    const passes = createBankFilter({ status, types }, banks)
    const isShown = (bank: number | undefined): bank is number => bank !== undefined && isIn(bank) && passes(bank)
    // A bank that does not pass the filter is a candidate if its successor passes.
    const mayLead = (bank: number): boolean => isIn(bank) && (passes(bank) || isShown(successorOf(bank)))
    // This is asked of thousands of banks, and most searches have no filter.
    const isFiltered = status !== 'any' || types !== undefined
    const isCandidate = isFiltered ? mayLead : isIn

    const found = new Map<number, (row: string) => Highlight>()
    /** `matched`: is given the bank's row. */
    const add = (bank: number, matched: (row: string) => Highlight): void => {
      const successor = successorOf(bank)
      if (isShown(successor) && !found.has(successor)) {
        found.set(successor, () => ({ ...matched(banks.rowOf(bank)), field: 'successor_of' }))
      }
      if (isShown(bank) && !found.has(bank)) found.set(bank, matched)
    }
    for (const { bank, place } of codeHits(digits, isCandidate)) {
      if (found.size >= end) break
      add(bank, () => matchedCode(indexes.codes.entryAt(place), digits.length))
    }
    const options = { ranges, isIncluded: isCandidate, penalties: maluses }
    const pages = Math.min(Math.ceil(end / pageLength) * pageLength, comparedMax)
    for (const limit of new Set([pages, comparedMax])) {
      // Several hits may lead to one successor, so as many as there is room for may not fill the page.
      if (found.size >= end) break
      const { best, others, compare } = search(text, { ...options, limit })
      for (const hit of best) add(hit.bank, (row) => matchedIn(hit, row))
      if (limit < comparedMax && best.length === limit) continue
      for (const bank of others(isFiltered ? rankedMax : Math.min(end, rankedMax))) {
        if (found.size >= end) break
        add(bank, (row) => matchedIn(compare(bank), row))
      }
      break
    }
    return [...found].slice(offset, end).map(([bank, matched]) => {
      const row = banks.rowOf(bank)
      return `${row.slice(0, -1)},"matched":${JSON.stringify(matched(row))}}`
    })
  }
}

const matchedCode = ({ value, scheme, status }: CodeEntry, typed: number): Highlight => ({
  field: 'codes',
  text: value,
  spans: [[0, typed]],
  scheme,
  status,
})

const namesFields = new Set<NameField>(['short_name', 'alias', 'legal_name'])
const recordFields = new Set<NameField>(['bic', 'code', 'other_code'])
