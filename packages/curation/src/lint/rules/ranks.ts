/**
 * Reports lists of best-known banks that name a closed or unknown bank, and lists that are missing or too short. A
 * picker shows these banks first, and skips the ids that lead to no open bank.
 */
import { dataTables } from '../../../../../src/dataset/data-tables.ts'
import { ranksError } from '../../../../../src/dataset/tables/ranks.ts'
import { type Finding, isOpen, type LintedData, type LocatedRanks, type Rule } from '../rule.ts'

export const ranks: Rule = {
  name: 'ranks',
  summary:
    'A list of best-known banks has open banks in its country, and each country with more than ten banks has a list.',
  find,
}

/** A country with more open banks than this needs a list. */
const unlistedBanksMax = 10
const listLengthMin = 8

function* find(data: LintedData): Iterable<Finding> {
  const { ranks: lists, banks, countries, files } = data
  const open = new Map(files.map(({ country }) => [country, new Set<string>()]))
  for (const { bank } of banks.filter(isOpen)) open.get(bank.country)?.add(bank.id)
  const seen = new Set<string>()
  for (const located of lists) {
    const { list } = located
    const fault = seen.has(list.country) ? 'the country appears twice' : ranksError(list, countries)
    seen.add(list.country)
    if (fault !== null) yield listFinding(located, fault, 'correct it')
    // If lint checks only some countries, the banks of the others are not read.
    const openBanks = fault === null ? open.get(list.country) : undefined
    for (const id of openBanks ? list.banks : []) {
      if (!openBanks?.has(id)) yield listFinding(located, `${id} is not an open bank`, 'replace or remove it', id)
    }
  }
  if (isComplete(data)) yield* findShortLists(lists, open)
}

/** A folder without `ranks.json` does without ranks, and a reduced build keeps only the banks that it has. */
const isComplete = ({ ranks: lists, build }: LintedData): boolean => lists.length > 0 && build === undefined

function* findShortLists(
  lists: readonly LocatedRanks[],
  open: ReadonlyMap<string, ReadonlySet<string>>,
): Iterable<Finding> {
  const located = new Map(lists.map((one) => [one.list.country, one]))
  for (const [country, { size }] of open) {
    const found = located.get(country)
    const length = found?.list.banks.length ?? 0
    if (size <= unlistedBanksMax || length >= listLengthMin) continue
    const problem = `${country}: has ${size} open banks, but a list of ${length}`
    const fix = `list its best-known banks, at least ${listLengthMin}`
    yield { file: dataTables.ranks.file, ...(found && { line: found.line }), country, problem, fix, subject: country }
  }
}

const listFinding = (
  { list: { country }, file, line }: LocatedRanks,
  problem: string,
  fix: string,
  subject = country,
): Finding => ({ file, line, country, problem: `${country}: ${problem}`, fix, subject })
