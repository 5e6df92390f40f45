/** The queries of the engine bench: the relevance tables, and well-known names as people type them. */
import type { BankRecord } from '../../src/directory/records/bank-record.ts'
import { type Query, readQueries, tables } from '../relevance/queries.ts'
import { createRandom } from '../worst-search/random.ts'

export type EngineQuery = Pick<Query, 'text' | 'country'>

const wellKnownBanks = 200
const prefixLettersMin = 3
const prefixLettersMax = 24

/** Keyed by group. `banks`: the most prominent first. */
export function engineQueries(banks: readonly BankRecord[]): Map<string, EngineQuery[]> {
  const known = banks.slice(0, wellKnownBanks)
  return new Map<string, EngineQuery[]>([
    ...tables.map((table): [string, EngineQuery[]] => [table, readQueries(table)]),
    ['prefixes', known.flatMap(({ name }) => prefixesOf(name))],
    ['typos', known.flatMap(typosOf)],
  ])
}

/** A name letter by letter, as a search box sends it. */
function prefixesOf(name: string): EngineQuery[] {
  const longest = Math.min(name.length, prefixLettersMax)
  const lengths = Array.from({ length: Math.max(0, longest - prefixLettersMin + 1) }, (_, at) => at + prefixLettersMin)
  return lengths.map((length) => ({ text: name.slice(0, length).toLowerCase(), country: '' }))
}

/** A letter left out, a letter doubled and two letters swapped, each with and without the country. */
function typosOf({ name, country }: BankRecord, seed: number): EngineQuery[] {
  const random = createRandom(seed)
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const [start, letter, next, end] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)]
  const typos = [start + next + end, start + letter + letter + next + end, start + next + letter + end]
  return typos.flatMap((typo) => ['', country].map((of) => ({ text: typo.toLowerCase(), country: of })))
}
