/**
 * Tables of queries, each with the bank that was meant, and how often a search finds it. `tuning.tsv` was used to tune
 * the ranking, `held-out.tsv` was not. `blind.tsv`, and the `world-` and `more-` tables, which have what people type in 99
 * countries and in their scripts, were written without knowledge of the ranking or of the other tables; their misses were
 * fixed afterwards.
 */
import { readFileSync } from 'node:fs'
import type { Lookups } from '../../src/directory/lookups.ts'
import { runSearch } from '../../test/support/data/run-search.ts'

export interface Query {
  text: string
  country: string
  /** Any of these is right. */
  expected: string[]
  kind: string
  /** The code scheme that the query chooses; empty for none. Only `intent.tsv` has this column. */
  scheme: string
}

export const tables = [
  'tuning',
  'held-out',
  'blind',
  'world-africa',
  'world-americas',
  'world-east-asia',
  'world-west-asia',
  'intent',
  'more-asia',
  'more-west',
] as const

export function readQueries(table: (typeof tables)[number]): Query[] {
  const [, ...rows] = readFileSync(new URL(`./${table}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [text = '', country = '', expected = '', kind = '', scheme = ''] = row.split('\t')
    return { text, country, expected: expected.split(' '), kind, scheme }
  })
}

/** The ids of the first five banks. */
export function firstFive(lookups: Lookups, { text, country }: Query): string[] {
  const found = country === '' ? undefined : lookups.findCountry(country)
  return runSearch(lookups, { text, country: found, limit: 5 }).banks.map(({ id }) => id)
}

/** The zero-based position of the right bank in `ids`; -1 if it is not among them. */
export const rankOf = ({ expected }: Query, ids: readonly string[]): number =>
  ids.findIndex((id) => expected.includes(id))

const scripts = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Hangul', 'Han', 'Hebrew'],
  ...['Hiragana', 'Katakana', 'Khmer', 'Sinhala', 'Tamil', 'Thaana', 'Thai'],
]

/** The script of the query other than Latin, if it has one. */
export const scriptOf = ({ text }: Query): string =>
  scripts.find((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(text)) ?? 'Latin'

/** A query as it is printed: "union bank @NG (exact)". */
export const describeQuery = ({ text, country, kind }: Query): string =>
  `${[text, country].filter(Boolean).join(' @')} (${kind})`

export interface Relevance {
  firstShare: number
  fiveShare: number
  missed: { query: Query; found: string[] }[]
}

export function measureRelevance(lookups: Lookups, queries: readonly Query[]): Relevance {
  let [first, five] = [0, 0]
  const missed: Relevance['missed'] = []
  for (const query of queries) {
    const found = firstFive(lookups, query)
    const rank = rankOf(query, found)
    if (rank === 0) first++
    if (rank >= 0) five++
    if (rank !== 0) missed.push({ query, found })
  }
  return { firstShare: first / queries.length, fiveShare: five / queries.length, missed }
}
