/** One page of search results: first the banks that match the query as a code, then those that match it as a name. */
import type { Indexes } from '../indexes.ts'
import type { AddZeros } from '../leading-zeros.ts'
import { bankStatuses, bankTypes } from '../records/bank-record.ts'
import { parseField, parseWithoutCodes, type RowField } from '../records/bank-view.ts'
import { type BankFilter, type BankTable, createBankFilter, type Range } from '../storage/bank-table.ts'
import { createCodeMatches } from './code-matches.ts'
import { type Highlight, highlightCode, highlightName, type NameMatch } from './highlights.ts'
import type { QueryWord } from './query/parse-query.ts'
import type { ScoredBank } from './ranking/name-score.ts'
import { penalties, thresholds } from './ranking-weights.ts'
import type { Hits, SearchSteps } from './search.ts'
import { comparedMax, pageLength, rankedFactor, rankedMax } from './search-limits.ts'
import type { NameField } from './text/searchable-names.ts'

export interface ResultQuery extends BankFilter {
  text: string
  /** The banks in the countries to search; all banks if undefined. */
  ranges: readonly Range[] | undefined
  /** Their country codes; empty for all countries. */
  countries: readonly string[]
  offset: number
  limit: number
  /** What is added to the score of a bank because it has the kind of code that the query names. */
  schemeBoost?: ((bank: number) => number) | undefined
  /** If a bank has the whole text in its name, drops the banks without the telling words of the text. */
  dropsWeak?: boolean
}

export interface FoundResults {
  /** The number of banks on the requested page. */
  rowCount: number
  /** Whether even the best bank is a poor match, or there is none. */
  isWeak: boolean
  /** The best match on any page, if there is one. */
  first: number | undefined
  /**
   * Returns some of the banks on the requested page as JSON, as in a list of banks, each with its highlight; best match
   * first. Other searches may run before this is called.
   */
  formatRows(start: number, end: number): string[]
  /**
   * Calls `visit` for every result on any page, in no particular order. Some banks are visited several times. Returns
   * whether all results were visited: false if the search reached one of its limits. Valid only until the next search.
   */
  visitAll(visit: (bank: number) => void): Generator<void, boolean>
}

/** Computes the score that a highlight needs, as long as the search is valid, and returns a function that computes the highlight. */
type ScoreResult = () => (row: string) => Highlight

/** Yields between the steps of the search; no other search may run in between. */
export type FindResults = (query: ResultQuery) => Generator<void, FoundResults>

export function createSearchResults(indexes: Indexes, search: SearchSteps, addZeros: AddZeros): FindResults {
  const { banks, successorOf } = indexes
  const { vocabulary } = indexes.search
  const penalties = createPenalties(banks)
  const findCodeMatches = createCodeMatches(indexes)
  const createInRanges = createRangeCheck(banks.count)

  /**
   * Computes the highlight of a bank. Parses only the matching field of the row. For codes, parses the full record, because
   * the row does not have all of them. A BIC is one word in upper case, so it needs neither: the records with the most codes
   * take milliseconds to parse.
   */
  const highlight = ({ bank, field, query, words }: ScoredBank, row: string): Highlight => {
    const match: NameMatch = { field, found: [] }
    for (const [at, word] of words.entries()) {
      if (word >= 0) match.found.push({ word: vocabulary.textOf(word), by: (query[at] as QueryWord).text })
    }
    const [first] = match.found
    if (field === 'bic' && first) return highlightName({ name: '', bic: first.word.toUpperCase() }, match)
    if (recordFields.has(field)) return highlightName(banks.recordOf(bank), match)
    const rowField = rowFields[field]
    if (rowField === undefined) return highlightName(parseWithoutCodes(row), match)
    return highlightName({ name: '', [rowField]: parseField(row, rowField) }, match)
  }

  return function* ({ text: typed, ranges, countries, status, types, has, rail, region, offset, limit, ...more }) {
    const { schemeBoost, dropsWeak = false } = more
    // If the query has only digits and separators, drop the separators and read the digits as one number.
    const digits = /^[\d\s.-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
    const text = digits || typed
    const end = offset + limit
    const isInRanges = createInRanges(ranges)
    const passesFilter = createBankFilter({ status, types, has, rail, region }, banks)
    const isResult = (bank: number | undefined): bank is number =>
      bank !== undefined && isInRanges(bank) && passesFilter(bank)
    // A bank that fails the filter is still a candidate if its successor passes: the successor is then the result.
    const leadsToResult = (bank: number): boolean =>
      isInRanges(bank) && (passesFilter(bank) || isResult(successorOf(bank)))
    // Most searches have no filter and use a cheaper check, or none within one country. This saves time, because the
    // check runs for thousands of banks.
    const isFiltered = status !== 'any' || [types, has, rail, region].some((wanted) => wanted !== undefined)
    const isIncluded = isFiltered ? leadsToResult : isInRanges
    const needsCheck = isFiltered || (ranges !== undefined && ranges.length > 1)

    /** Keyed by bank, in result order: a function that is called only for banks on the requested page. */
    const results = new Map<number, ScoreResult>()
    const add = (bank: number, score: ScoreResult): void => {
      const successor = successorOf(bank)
      if (isResult(successor) && !results.has(successor)) {
        results.set(successor, () => {
          const highlightRow = score()
          return () => ({ ...highlightRow(banks.rowOf(bank)), field: 'successor_of' })
        })
      }
      if (isResult(bank) && !results.has(bank)) results.set(bank, score)
    }
    const codeMatches = findCodeMatches({ digits, fullCodes: addZeros(digits, countries), isIncluded })
    for (const { bank, position } of codeMatches) {
      if (results.size >= end) break
      add(bank, () => () => highlightCode(indexes.codes.entryAt(position), digits))
    }
    const searchWith = (comparedLimit: number): Generator<void, Hits> =>
      search(text, {
        ranges,
        isIncluded: needsCheck ? isIncluded : undefined,
        penalties,
        schemeBoost,
        limit: comparedLimit,
      })
    const wholePages = Math.min(Math.ceil(end / pageLength) * pageLength, comparedMax)
    let hits: Hits | undefined
    const keptBanks = ({ hasTellingWords }: Hits): Hits['hasTellingWords'] => (dropsWeak ? hasTellingWords : undefined)
    // Few banks may be left if the weak ones are dropped, so compare all candidates at once.
    for (const comparedLimit of dropsWeak ? [comparedMax] : new Set([wholePages, comparedMax])) {
      // Stop once the page is full. The first search may not fill it, because several hits may share a successor.
      if (results.size >= end) break
      hits = yield* searchWith(comparedLimit)
      const { best, ranked, compare } = hits
      const isKept = keptBanks(hits)
      for (const hit of best) {
        if (results.size >= end) break
        if (isKept?.(hit.bank) !== false) add(hit.bank, () => (row) => highlight(hit, row))
      }
      if (results.size >= end) break
      if (comparedLimit < comparedMax && best.length === comparedLimit) continue
      // Rank more candidates until the page is full or none is left: many of the first ones may share a successor.
      let most = isFiltered || dropsWeak ? rankedMax : Math.min(end, rankedMax)
      for (let isLast = false; !isLast && results.size < end; most *= rankedFactor) {
        if (most > rankedMax) yield
        const candidates = ranked(most, isKept)
        isLast = candidates.length < most
        for (const bank of candidates) {
          if (results.size >= end) break
          add(bank, () => {
            const hit = compare(bank)
            return (row) => highlight(hit, row)
          })
        }
      }
      break
    }
    const onPage = [...results].slice(offset, end).map(([bank, score]) => ({ bank, highlightRow: score() }))
    const formatRows: FoundResults['formatRows'] = (start, rowsEnd) =>
      onPage.slice(start, rowsEnd).map(({ bank, highlightRow }) => {
        const row = banks.rowOf(bank)
        return `${row.slice(0, -1)},"matched":${JSON.stringify(highlightRow(row))}}`
      })
    const visitAll: FoundResults['visitAll'] = function* (visit) {
      const visitResults = (bank: number): void => {
        const successor = successorOf(bank)
        if (isResult(successor)) visit(successor)
        if (isResult(bank)) visit(bank)
      }
      // If codes alone filled the page, the names have not been searched.
      hits ??= yield* searchWith(pageLength)
      for (const { bank } of codeMatches) visitResults(bank)
      const isKept = keptBanks(hits)
      yield* hits.visitAll(isKept ? (bank) => isKept(bank) && visitResults(bank) : visitResults)
      return !hits.isCutShort && codeMatches.length < rankedMax
    }
    const isWeak = codeMatches.length === 0 && (hits?.best[0]?.score ?? 0) < thresholds.sureScore
    const [first] = results.keys()
    return { rowCount: onPage.length, first, isWeak, formatRows, visitAll }
  }
}

/** Formatting this many banks takes less than a millisecond. */
const rowsPerStep = 25

/** Formats the requested page, and yields between the parts of a long one, so that a server can do other work. */
export function* formatPage({ rowCount, formatRows }: PageRows): Generator<void, string[]> {
  const page = formatRows(0, rowsPerStep)
  for (let at = rowsPerStep; at < rowCount; at += rowsPerStep) {
    yield
    page.push(...formatRows(at, at + rowsPerStep))
  }
  return page
}

export type PageRows = Pick<FoundResults, 'rowCount' | 'formatRows'>

/** The field of a row in which the names of a search field are. */
const rowFields: Readonly<Partial<Record<NameField, RowField>>> = {
  name: 'name',
  initials: 'name',
  short_name: 'short_name',
  alias: 'aliases',
  legal_name: 'legal_name',
  city: 'city',
  region: 'region',
}
const recordFields = new Set<NameField>(['bic', 'code', 'other_code'])

/**
 * Returns a function that takes the countries of a search, each a range of bank numbers, and returns a check for bank
 * numbers, which is fast because it runs for thousands of banks. A check is valid only until the function is called again,
 * because all checks share the array `marks`.
 */
export function createRangeCheck(
  bankCount: number,
): (ranges: readonly Range[] | undefined) => (bank: number) => boolean {
  const marks = new Uint8Array(bankCount)
  let markedRanges: readonly Range[] = []
  const mark = (ranges: readonly Range[], value: number): void => {
    for (const [from, to] of ranges) marks.fill(value, from, to)
  }
  return (ranges) => {
    if (ranges === undefined) return () => true
    const [only] = ranges
    if (ranges.length === 1 && only) return (bank) => bank >= only[0] && bank < only[1]
    // A region has many ranges, so mark its banks: reading a mark is faster than comparing the bank with each range.
    mark(markedRanges, 0)
    mark(ranges, 1)
    markedRanges = ranges
    return (bank) => marks[bank] === 1
  }
}

const byStatus = bankStatuses.map((status) => penalties.status[status])
const officialInstitution = bankTypes.indexOf('official_institution')

/** Indexed by bank, subtracted from its score: only a much better match puts another bank before an active one. */
export function createPenalties({ count, types, statusOf }: BankTable): Float64Array {
  const byBank = new Float64Array(count)
  for (let bank = 0; bank < count; bank++) {
    const penaltyOfType = types[bank] === officialInstitution ? penalties.officialInstitution : 0
    byBank[bank] = (byStatus[statusOf(bank)] as number) + penaltyOfType
  }
  return byBank
}
