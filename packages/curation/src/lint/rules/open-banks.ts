/**
 * Requires evidence that an open bank exists. Community lists keep banks for years after they close, so one community
 * list proves little. An open bank must be on a list with an accountable publisher, or on two community lists from the
 * last 24 months. A list that gives only BICs and LEIs counts only if the bank has an LEI: without one, the BIC may
 * belong to another bank.
 *
 * In a country where the rule would remove more than one open bank in twenty, users would lose more than they gain.
 * There, the unconfirmed banks stay open with low confidence, and an exception names the country and the counts.
 *
 * A bank that rests on older lists keeps its status, but its confidence is at most medium. High confidence requires a
 * publication from the last 24 months, and a list of that time that names the bank: a list of BICs and LEIs does not. A
 * file whose rows may be older than its date does not count, however new the file is. The finding names the newest list.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { ownSource, rowDateOf, type Source } from '../../../../../src/directory/records/source.ts'
import { monthsBetween } from '../../../../../src/directory/views/country-coverage.ts'
import { authorityOf } from '../../conflicts/source-authority.ts'
import { firstDay } from '../../dates.ts'
import { compare } from '../../serialize.ts'
import { type Finding, finding, isOpen, type LocatedBank, type Rule } from '../rule.ts'

export const openBanks: Rule = {
  name: 'open-banks',
  summary:
    "An open bank is on a publisher's list or on two community lists, and high confidence requires a recent publication.",
  isForShippedData: true,
  *find({ banks, sources }) {
    const newest = newestRowDate(sources.values())
    const lists: Lists = new Map([...sources].map(([id, source]) => [id, listOf(source, newest)]))
    for (const [country, open] of Map.groupBy(banks.filter(isOpen), ({ bank }) => bank.country)) {
      const unconfirmed = open.filter(({ bank }) => !isConfirmed(bank, lists))
      if (unconfirmed.length <= open.length * unconfirmedShareMax) {
        for (const located of unconfirmed)
          yield finding(located, problem, 'add a list that confirms it, or set the status to unverified')
      } else {
        yield countryFinding(country, unconfirmed, open.length)
        for (const located of unconfirmed) {
          if (located.bank.confidence !== 'low') yield finding(located, problem, 'set the confidence to low')
        }
      }
      for (const located of open) {
        if (located.bank.confidence !== 'high' || isCurrent(located.bank, lists)) continue
        const newest = newestListOf(located.bank, sources)
        const outdated = `confidence is high, but no publication from the last 24 months lists the bank${newest}`
        yield finding(located, outdated, 'set the confidence to medium, or add a recent publication')
      }
    }
  },
}

const unconfirmedShareMax = 0.05
const recentMonthsMax = 24

/**
 * How good a source is as evidence that a bank is open. Computed once per source, because most banks share the same few
 * sources.
 */
interface List {
  publisher: string
  isCommunity: boolean
  isRecent: boolean
  isOfIdentifiers: boolean
}

type Lists = Map<string, List>

const problem = 'the bank is open, but appears only on community lists'

function countryFinding(country: string, unconfirmed: LocatedBank[], open: number): Finding {
  const counts = `${unconfirmed.length} of ${open}`
  const [{ file }] = unconfirmed as [LocatedBank]
  return {
    file,
    problem: `${counts} open banks appear only on community lists`,
    fix: 'add lists that confirm them, or add an exception and mention it in docs/site/country-notes.md',
    subject: `${country} ${counts}`,
  }
}

const listOf = (source: Source, newest: string): List => ({
  publisher: source.publisher,
  isCommunity: authorityOf(source, undefined) === 'community',
  isRecent: isRecent(source, newest),
  isOfIdentifiers: isOfIdentifiers(source),
})

const isOfIdentifiers = ({ fields }: Source): boolean => fields.every((field) => field === 'bic' || field === 'lei')

/** Skips unknown sources, which the rule `source-use` reports. */
const listsOf = ({ sources }: BankRecord, lists: Lists): List[] => sources.flatMap((id) => lists.get(id) ?? [])

/** A list of BICs and LEIs names no banks. It is evidence only for a bank with its own LEI. */
const namingLists = (bank: BankRecord, lists: Lists): List[] =>
  listsOf(bank, lists).filter((list) => bank.lei !== undefined || !list.isOfIdentifiers)

function isConfirmed(bank: BankRecord, lists: Lists): boolean {
  const naming = namingLists(bank, lists)
  if (naming.some((list) => !list.isCommunity)) return true
  return new Set(naming.filter((list) => list.isRecent).map(({ publisher }) => publisher)).size > 1
}

/** Whether the evidence is recent enough for high confidence. */
function isCurrent(bank: BankRecord, lists: Lists): boolean {
  const recent = namingLists(bank, lists).filter((list) => list.isRecent)
  return recent.some((list) => !list.isCommunity) && recent.some((list) => !list.isOfIdentifiers)
}

function newestListOf(bank: BankRecord, sources: ReadonlyMap<string, Source>): string {
  const [newest] = bank.sources
    .flatMap((id) => sources.get(id) ?? [])
    .filter((source) => source.id !== ownSource && !isOfIdentifiers(source))
    .toSorted((a, b) => compare(b.date, a.date))
  if (!newest) return ''
  const { id, date, rows_dated } = newest
  return `; its newest list is ${id} (${date}${rows_dated === false ? ', rows not dated' : ''})`
}

/** Returns the latest date that `rowDateOf` gives for any source, or an empty string if there is none. */
const newestRowDate = (sources: Iterable<Source>): string =>
  [...sources].map((source) => rowDateOf(source) ?? '').reduce((last, date) => (date > last ? date : last), '')

/**
 * Returns whether the source's rows are at most `recentMonthsMax` months older than `newest`, the newest list in the data.
 * Against today's date, lint would start to fail just because time passes.
 */
function isRecent(source: Source, newest: string): boolean {
  const date = rowDateOf(source)
  return date !== undefined && monthsBetween(date, new Date(`${firstDay(newest)}T00:00:00Z`)) <= recentMonthsMax
}
