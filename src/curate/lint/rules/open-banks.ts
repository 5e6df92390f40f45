/**
 * Community lists keep banks for years after they closed, so one of them proves little. An open bank is on a list whose
 * publisher answers for it, or on two community lists of the last 24 months. A list of BICs and LEIs alone counts if the
 * bank has an LEI: without one, the BIC may be that of another bank.
 *
 * Where more than one open bank in twenty would leave the list of a country, users would miss more than they gain. There
 * the banks stay open with low confidence, and an exception names the country with the counts.
 *
 * High confidence needs a publication of the last 24 months. A file without dated rows is none, however new the file is.
 */
import type { BankRecord } from '../../../directory/records/bank.ts'
import type { Source } from '../../../directory/records/source.ts'
import { standingOf } from '../../conflicts/source-authority.ts'
import { isRecent, newestRowDate } from '../../list-age.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type LocatedBank, type Rule } from '../rule.ts'

export const openBanks: Rule = {
  name: 'open-banks',
  summary: 'An open bank does not rest on one community list alone, and high confidence not on old lists.',
  isForShippedData: true,
  find,
}

const leavingShareMax = 0.05

/** What a source is worth here, found once: most banks share a few sources. */
interface List {
  publisher: string
  isCommunity: boolean
  isRecent: boolean
  isOfIdentifiers: boolean
}

type Lists = Map<string, List>

function* find({ banks, sources }: LintedData): Iterable<Finding> {
  const newest = newestRowDate(sources.values())
  const lists: Lists = new Map([...sources].map(([id, source]) => [id, listOf(source, newest)]))
  for (const [country, open] of Map.groupBy(banks.filter(isOpen), ({ bank }) => bank.country)) {
    const leaving = open.filter(({ bank }) => !isVouchedFor(bank, lists))
    if (leaving.length <= open.length * leavingShareMax) {
      for (const located of leaving)
        yield bankFinding(located, problem, 'add a list that confirms it, or say unverified')
    } else {
      yield ofCountry(country, leaving, open.length)
      for (const located of leaving) {
        if (located.bank.confidence !== 'low') yield bankFinding(located, problem, 'say low confidence')
      }
    }
    for (const located of open) {
      if (located.bank.confidence !== 'high' || hasRecentPublication(located.bank, lists)) continue
      const old = 'is open with high confidence, but on no publication of the last 24 months'
      yield bankFinding(located, old, 'say medium or low, or add the source that settles it')
    }
  }
}

const problem = 'is open, but rests on community lists alone'

function ofCountry(country: string, leaving: LocatedBank[], open: number): Finding {
  const counts = `${leaving.length} of ${open}`
  const [{ file }] = leaving as [LocatedBank]
  return {
    file,
    problem: `${counts} open banks rest on community lists alone`,
    fix: 'add lists that confirm them, or make an exception and say so under "Known gaps"',
    subject: `${country} ${counts}`,
  }
}

const listOf = (source: Source, newest: string): List => ({
  publisher: source.publisher,
  isCommunity: standingOf(source, undefined) === 'community',
  isRecent: isRecent(source, newest),
  isOfIdentifiers: source.fields.every((field) => field === 'bic' || field === 'lei'),
})

/** A source that is not there is the matter of another rule. */
const listsOf = ({ sources }: BankRecord, lists: Lists): List[] => sources.flatMap((id) => lists.get(id) ?? [])

function isVouchedFor(bank: BankRecord, lists: Lists): boolean {
  const naming = listsOf(bank, lists).filter((list) => bank.lei !== undefined || !list.isOfIdentifiers)
  if (naming.some((list) => !list.isCommunity)) return true
  return new Set(naming.filter((list) => list.isRecent).map(({ publisher }) => publisher)).size > 1
}

const hasRecentPublication = (bank: BankRecord, lists: Lists): boolean =>
  listsOf(bank, lists).some((list) => !list.isCommunity && list.isRecent)
