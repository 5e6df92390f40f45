/**
 * `node bench/relevance/relevance.ts`: how often a search finds the bank that was meant, over tables of what people
 * type. `tuning.tsv` was looked at while the ranking was made, `held-out.tsv` was not. `blind.tsv` was written without
 * knowing the ranking or the other two, and what it missed was mended afterwards.
 */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../src/directory/directory.ts'
import type { Finder } from '../../src/directory/finder.ts'

export interface Query {
  text: string
  country: string
  /** Any of these is right. */
  expected: string[]
  kind: string
}

export const tables = ['tuning', 'held-out', 'blind'] as const

export function readQueries(table: (typeof tables)[number]): Query[] {
  const [, ...rows] = readFileSync(new URL(`./${table}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [text = '', country = '', expected = '', kind = ''] = row.split('\t')
    return { text, country, expected: expected.split(' '), kind }
  })
}

export interface Relevance {
  firstShare: number
  fiveShare: number
  missed: { query: Query; found: string[] }[]
}

export function measureRelevance(finder: Finder, directory: Directory, queries: readonly Query[]): Relevance {
  let [first, five] = [0, 0]
  const missed: Relevance['missed'] = []
  for (const query of queries) {
    const country = query.country === '' ? undefined : directory.findCountry(query.country)
    const rows = finder.search({ text: query.text, country, limit: 5 })
    const found = rows.map((row) => (JSON.parse(row) as { id: string }).id)
    const place = found.findIndex((id) => query.expected.includes(id))
    if (place === 0) first++
    if (place >= 0) five++
    if (place !== 0) missed.push({ query, found })
  }
  return { firstShare: first / queries.length, fiveShare: five / queries.length, missed }
}

if (import.meta.main) {
  const { shippedFinder } = await import('../../test/support/data/shipped-finder.ts')
  const { shippedDirectory } = await import('../../test/support/data/shipped.ts')
  for (const table of tables) {
    const queries = readQueries(table)
    const { firstShare, fiveShare, missed } = measureRelevance(shippedFinder(), shippedDirectory(), queries)
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
    console.log(`${table}: ${queries.length} queries, first ${percent(firstShare)}, among five ${percent(fiveShare)}`)
    for (const [kind, ofKind] of Map.groupBy(queries, (query) => query.kind)) {
      const first = ofKind.filter((query) => !missed.some((miss) => miss.query === query)).length
      console.log(`  ${kind}: ${first} of ${ofKind.length} first`)
    }
    for (const { query, found } of missed) {
      const asked = [query.text, query.country].filter(Boolean).join(' @')
      console.log(
        `  ${asked} (${query.kind}): wanted ${query.expected.join(' or ')}, got ${found.slice(0, 3).join(', ')}`,
      )
    }
  }
}
