/** No fact without a source: one that is not there, or is about another country, proves nothing. */
import type { Source } from '../../../directory/records/source.ts'
import { bankFinding, entryFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const sourceUse: Rule = {
  name: 'source-use',
  summary: "A bank's sources are in sources.json and about its country, and every source there is used.",
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const { banks, sources, entries, sourcesOfTables, corrections } = data
  const reaches = new Map([...sources].map(([id, source]) => [id, countriesOf(source, data)]))
  const used = new Set(sourcesOfTables)
  for (const line of corrections) if ('correction' in line) used.add(line.correction.evidence)
  for (const located of banks) {
    const { sources: own, codes = [], country } = located.bank
    if (own.some((id, at) => own.indexOf(id) < at))
      yield bankFinding(located, 'names a source twice', 'keep one of them')
    for (const id of own) {
      used.add(id)
      const reach = reaches.get(id)
      if (!reach)
        yield bankFinding(located, `its source ${id} is not in sources.json`, 'correct it, or add the source there')
      else if (!reach.has(country) && !reach.has('*')) {
        const fix = `take another source, or add ${country} to the countries of this one`
        yield bankFinding(located, `its source ${id} is about ${[...reach].join(', ')}, not about ${country}`, fix)
      }
    }
    const stray = codes.find(({ source }) => !own.includes(source))
    if (!stray) continue
    const problem = `its ${stray.scheme} code "${stray.value}" is from ${stray.source}, which is not in its sources`
    yield bankFinding(located, problem, 'add it there')
  }
  for (const entry of entries) {
    if (entry.file !== 'sources.json' || used.has(entry.id)) continue
    yield entryFinding(
      entry,
      'no bank, no table and no correction names it',
      'name it where its facts are, or take it out',
    )
  }
}

/** With the members of its regions. */
const countriesOf = (source: Source, { countries }: LintedData): Set<string> =>
  new Set(source.countries.flatMap((area) => [area, ...(countries.find(({ code }) => code === area)?.members ?? [])]))
