/**
 * Checks that every bank has valid sources. A source that does not exist, or that covers another country, proves
 * nothing.
 */
import type { BankRecord } from '../../../../../src/directory/records/bank.ts'
import type { Source } from '../../../../../src/directory/records/source.ts'
import { givesField } from '../../fields-by-source.ts'
import { entryFinding, type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const sourceUse: Rule = {
  name: 'source-use',
  summary: "A bank's sources are in sources.json and cover its country, and every source there is used.",
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const { banks, sources, entries, sourcesOfTables, corrections } = data
  const coverage = new Map([...sources].map(([id, source]) => [id, countriesOf(source, data)]))
  const used = new Set(sourcesOfTables)
  for (const line of corrections) if ('correction' in line) used.add(line.correction.evidence)
  for (const located of banks) {
    const { sources: own, codes = [], country } = located.bank
    if (own.some((id, at) => own.indexOf(id) < at))
      yield finding(located, 'a source is listed twice', 'remove one of them')
    for (const id of own) {
      used.add(id)
      const countries = coverage.get(id)
      if (!countries)
        yield finding(located, `source ${id} is not in sources.json`, 'correct the id, or add the source there')
      else if (!countries.has(country) && !countries.has('*')) {
        const fix = `use another source, or add ${country} to its countries`
        yield finding(located, `source ${id} covers ${[...countries].join(', ')}, not ${country}`, fix)
      }
    }
    const fault = faultOfBicSource(located.bank, sources)
    if (fault) yield finding(located, ...fault)
    const unlisted = codes.find(({ source }) => !own.includes(source))
    if (!unlisted) continue
    const problem = `${unlisted.scheme} code "${unlisted.value}" comes from ${unlisted.source}, which is not among the bank's sources`
    yield finding(located, problem, 'add it to sources')
  }
  for (const entry of entries) {
    if (entry.file !== 'sources.json' || used.has(entry.id)) continue
    yield entryFinding(
      entry,
      'no bank, table or correction cites this source',
      'cite it where it is used, or remove it',
    )
  }
}

function faultOfBicSource(
  { bic, bic_source: id, sources: own }: BankRecord,
  sources: ReadonlyMap<string, Source>,
): [problem: string, fix: string] | undefined {
  if (id === undefined) return undefined
  if (bic === undefined) return ['bic_source is the source of no BIC', 'add the bic, or remove bic_source']
  if (!own.includes(id)) return [`the BIC comes from ${id}, which is not among the bank's sources`, 'add it to sources']
  const source = sources.get(id)
  return source && !givesField(source, 'bic')
    ? [`the BIC comes from ${id}, which has no BICs`, 'name a source that has the BIC, or remove bic_source']
    : undefined
}

/** Returns the countries that a source covers, including the member countries of any region that it covers. */
function countriesOf(source: Source, { countries, regions }: LintedData): Set<string> {
  const membersOf = (area: string): string[] =>
    [...countries, ...regions].find(({ code }) => code === area)?.members ?? []
  return new Set(source.countries.flatMap((area) => [area, ...membersOf(area)]))
}
