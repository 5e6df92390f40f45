/**
 * Checks that every bank has valid sources. A source that does not exist, or that covers another country, proves
 * nothing.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../../../src/directory/records/source.ts'
import { givesField } from '../../fields-by-source.ts'
import { entryFinding, type Fault, type LintedData, type Rule } from '../rule.ts'

export const sourceUse: Rule = {
  name: 'source-use',
  summary:
    "A bank's sources are in sources.json and cover its country, every source there is used, and its older dates are of banks.",
  *findInBank(bank, data) {
    const { sources: own, codes = [], country } = bank
    if (own.some((id, at) => own.indexOf(id) < at)) yield ['a source is listed twice', 'remove one of them']
    for (const id of own) {
      const source = data.sources.get(id)
      const areas = source && !source.countries.includes(country) ? areasOf(source, data) : [country]
      if (!source) yield [`source ${id} is not in sources.json`, 'correct the id, or add the source there']
      else if (!areas.includes(country) && !areas.includes('*')) {
        const fix = `use another source, or add ${country} to its countries`
        yield [`source ${id} covers ${areas.join(', ')}, not ${country}`, fix]
      }
    }
    const fault = faultOfBicSource(bank, data)
    if (fault) yield fault
    const unlisted = codes.find(({ source }) => !own.includes(source))
    if (!unlisted) return
    const { scheme, value, source } = unlisted
    yield [`${scheme} code "${value}" comes from ${source}, which is not among the bank's sources`, 'add it to sources']
  },
  *find({ banks, tables, sourcesOfTables, corrections }) {
    const ids = new Set(banks.map(({ bank }) => bank.id))
    for (const entry of tables.sources) {
      const { date, bank_dates: dates = {} } = entry.row
      const wrong = Object.keys(dates).find((id) => !ids.has(id) || (dates[id] as string) >= date)
      if (wrong !== undefined)
        yield entryFinding(entry, `its date of ${wrong} is not that of a bank with older rows`, 'correct or remove it')
    }
    const used = new Set([...sourcesOfTables, ...banks.flatMap(({ bank }) => bank.sources)])
    for (const line of corrections) if ('correction' in line) used.add(line.correction.evidence)
    for (const entry of tables.sources) {
      if (used.has(entry.id)) continue
      const problem = 'no bank, table or correction cites this source'
      yield entryFinding(entry, problem, 'cite it where it is used, or remove it')
    }
  },
}

function faultOfBicSource(
  { bic, bic_source: id, sources: own }: BankRecord,
  { sources }: LintedData,
): Fault | undefined {
  if (id === undefined) return undefined
  if (bic === undefined) return ['bic_source is the source of no BIC', 'add the bic, or remove bic_source']
  if (!own.includes(id)) return [`the BIC comes from ${id}, which is not among the bank's sources`, 'add it to sources']
  const source = sources.get(id)
  return source && !givesField(source, 'bic')
    ? [`the BIC comes from ${id}, which has no BICs`, 'name a source that has the BIC, or remove bic_source']
    : undefined
}

/** Returns the countries and regions that a source covers, and the member countries of these regions. */
const areasOf = (source: Source, { countries }: LintedData): string[] => [
  ...new Set(
    source.countries.flatMap((area) => [area, ...(countries.find(({ code }) => code === area)?.members ?? [])]),
  ),
]
