/**
 * Measures how often a search finds the right bank, lists the queries that a ranking change affects, and explains scores.
 *
 * npx node bench/relevance/relevance.ts                          shares by kind and script of query, and every miss
 * npx node bench/relevance/relevance.ts --write <file>           write the first five banks of every query
 * npx node bench/relevance/relevance.ts --against <file>         list every query whose first five banks have changed
 * npx node bench/relevance/relevance.ts --explain "<query>" <bank id> [--country NG]
 *                                                            the parts of the bank's score
 */
import { parseArgs } from 'node:util'
import { shippedLookups } from '../../test/support/data/shipped-lookups.ts'
import { compareWithBaseline, writeBaseline } from './baseline.ts'
import { explainShipped } from './explain-shipped.ts'
import { describeQuery, measureRelevance, type Query, readQueries, scriptOf, tables } from './queries.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'string' },
    against: { type: 'string' },
    explain: { type: 'string' },
    country: { type: 'string' },
  },
})
if (values.explain !== undefined) {
  console.log(explainShipped(values.explain, positionals[0] ?? '', values.country))
} else if (values.write !== undefined) {
  writeBaseline(values.write)
} else if (values.against !== undefined) {
  compareWithBaseline(values.against)
} else {
  for (const table of tables) report(table)
}

function report(table: (typeof tables)[number]): void {
  const queries = readQueries(table)
  const { firstShare, fiveShare, missed } = measureRelevance(shippedLookups(), queries)
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
  console.log(`${table}: ${queries.length} queries, first ${percent(firstShare)}, among five ${percent(fiveShare)}`)
  for (const groupOf of [(query: Query) => query.kind, scriptOf]) {
    for (const [group, members] of Map.groupBy(queries, groupOf)) {
      const first = members.filter((query) => !missed.some((miss) => miss.query === query)).length
      console.log(`  ${group}: ${first} of ${members.length} first`)
    }
  }
  for (const { query, found } of missed) {
    const ids = found.slice(0, 3).join(', ')
    console.log(`  ${describeQuery(query)}: expected ${query.expected.join(' or ')}, got ${ids}`)
  }
}
