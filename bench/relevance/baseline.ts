/** A baseline of search results: the first five banks of every query, to list what a change of the ranking moves. */
import { readFileSync, writeFileSync } from 'node:fs'
import { shippedLookups } from '../../test/support/data/shipped-lookups.ts'
import { describeQuery, firstFive, type Query, rankOf, readQueries, tables } from './queries.ts'

const search = (query: Query): string[] => firstFive(shippedLookups(), query)

/** A line for each query: its text, its country and the ids, separated by tabs. */
export function writeBaseline(file: string): void {
  const queries = tables.flatMap(readQueries)
  const lines = queries.map((query) => [query.text, query.country, ...search(query)].join('\t'))
  writeFileSync(file, `${lines.join('\n')}\n`)
  console.log(`Wrote the results of ${queries.length} queries to ${file}.`)
}

export function compareWithBaseline(file: string): void {
  const baseline = new Map(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([text, country, ...ids]) => [`${text}\t${country}`, ids]),
  )
  const changes = tables.flatMap(readQueries).flatMap((query) => {
    const before = baseline.get(`${query.text}\t${query.country}`)
    const now = search(query)
    if (before === undefined) return [{ kind: 'new', query, before: [], now }]
    return before.join() === now.join() ? [] : [{ kind: kindOfChange(query, before, now), query, before, now }]
  })
  for (const { kind, query, before, now } of changes) {
    console.log(`${kind}: ${describeQuery(query)}, expected ${query.expected.join(' or ')}`)
    console.log(`  before ${before.join(', ')}\n  now    ${now.join(', ')}`)
  }
  const counts = [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`)
  console.log(`${changes.length} queries changed${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`)
}

/** Whether the right bank moved up or down. */
function kindOfChange(query: Query, before: readonly string[], now: readonly string[]): string {
  const rank = (ids: readonly string[]): number => (rankOf(query, ids) < 0 ? ids.length : rankOf(query, ids))
  const difference = rank(now) - rank(before)
  return difference === 0 ? 'same rank' : difference < 0 ? 'better' : 'worse'
}
