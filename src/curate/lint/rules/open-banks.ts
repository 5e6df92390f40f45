/**
 * Community lists keep banks for years after they closed, so one of them proves little. An open bank is on a list whose
 * publisher answers for it, or on two community lists of the last 24 months. A list of BICs and LEIs alone counts if the
 * bank has an LEI: without one, the BIC may be that of another bank.
 *
 * Where more than one open bank in twenty would leave the list of a country, users would miss more than they gain. There
 * the banks stay open with low confidence, and an exception names the country with the counts.
 */
import type { BankRecord } from '../../../directory/bank.ts'
import type { Source } from '../../../directory/source.ts'
import { isRecent, newestRowDate } from '../../ages-of-lists.ts'
import { standingOf } from '../../conflicts/standing.ts'
import { type Finding, isOpen, type LintedData, ofBank, type PlacedBank, type Rule } from '../rule.ts'

export const openBanks: Rule = {
  name: 'open-banks',
  summary: 'An open bank does not rest on one community list alone.',
  find,
}

const leavingShareMax = 0.05

function* find(data: LintedData): Iterable<Finding> {
  const newest = newestRowDate(data.sources.values())
  for (const [country, open] of Map.groupBy(data.banks.filter(isOpen), ({ bank }) => bank.country)) {
    const leaving = open.filter(({ bank }) => !isVouchedFor(bank, data.sources, newest))
    if (leaving.length <= open.length * leavingShareMax) {
      for (const placed of leaving) yield ofBank(placed, problem, 'add a list that confirms it, or say unverified')
    } else {
      yield ofCountry(country, leaving, open.length)
      for (const placed of leaving) {
        if (placed.bank.confidence !== 'low') yield ofBank(placed, problem, 'say low confidence')
      }
    }
  }
}

const problem = 'is open, but rests on community lists alone'

function ofCountry(country: string, leaving: PlacedBank[], open: number): Finding {
  const counts = `${leaving.length} of ${open}`
  const [{ file }] = leaving as [PlacedBank]
  return {
    file,
    problem: `${counts} open banks rest on community lists alone`,
    mend: 'add lists that confirm them, or make an exception and say so under "Known gaps"',
    subject: `${country} ${counts}`,
  }
}

function isVouchedFor({ sources: ids, lei }: BankRecord, sources: LintedData['sources'], newest: string): boolean {
  const lists = ids.flatMap((id) => sources.get(id) ?? []).filter((list) => lei !== undefined || !isOfIdentifiers(list))
  if (lists.some((list) => standingOf(list, undefined) !== 'community')) return true
  return new Set(lists.filter((list) => isRecent(list, newest)).map(({ publisher }) => publisher)).size > 1
}

const isOfIdentifiers = ({ fields }: Source): boolean => fields.every((field) => field === 'bic' || field === 'lei')
