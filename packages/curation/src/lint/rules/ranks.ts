/**
 * Reports lists of best-known banks that name a closed or unknown bank, and lists that are missing or too short. A
 * picker shows these banks first, and skips the ids that lead to no open bank.
 */
import { dataTables } from '../../../../../src/dataset/data-tables.ts'
import { ranksError } from '../../../../../src/dataset/tables/ranks.ts'
import { entryFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const ranks: Rule = {
  name: 'ranks',
  summary:
    'A list of best-known banks has open banks in its country, and each country with more than ten banks has a list.',
  *find(data) {
    const open = new Map(data.files.map(({ country }) => [country, new Set<string>()]))
    for (const { bank } of data.banks.filter(isOpen)) open.get(bank.country)?.add(bank.id)
    const seen = new Set<string>()
    for (const entry of data.tables.ranks) {
      const { country, banks } = entry.row
      const fault = seen.has(country) ? 'the country appears twice' : ranksError(entry.row, data.countries)
      seen.add(country)
      if (fault !== null) yield { ...entryFinding(entry, fault, 'correct it'), country }
      // If lint checks only some countries, the banks of the others are not read.
      const openBanks = fault === null ? open.get(country) : undefined
      for (const id of openBanks ? banks : []) {
        if (openBanks?.has(id)) continue
        yield { ...entryFinding(entry, `${id} is not an open bank`, 'replace or remove it', id), country }
      }
    }
    // A folder without `ranks.json` does without ranks, and a reduced build keeps only the banks that it has.
    if (data.tables.ranks.length > 0 && data.build === undefined) yield* findShortLists(data, open)
  },
}

/** A country with more open banks than this needs a list. */
const unlistedBanksMax = 10
const listLengthMin = 8

function* findShortLists({ tables }: LintedData, open: ReadonlyMap<string, ReadonlySet<string>>): Iterable<Finding> {
  const lists = new Map(tables.ranks.map((entry) => [entry.row.country, entry]))
  for (const [country, { size }] of open) {
    const found = lists.get(country)
    const length = found?.row.banks.length ?? 0
    if (size <= unlistedBanksMax || length >= listLengthMin) continue
    const location = { file: dataTables.ranks.file, ...(found && { line: found.location.line }) }
    const problem = `${country}: has ${size} open banks, but a list of ${length}`
    yield {
      ...location,
      country,
      problem,
      fix: `list its best-known banks, at least ${listLengthMin}`,
      subject: country,
    }
  }
}
