/**
 * `npm run bench`, search and resolve: compares our index with MiniSearch and with a scan of all names by edit distance, over
 * the same names and queries, alternating; then measures resolve. The time of a query is the minimum of three runs, which
 * excludes other load on the machine.
 */
import MiniSearch from 'minisearch'
import type { BankRecord } from '../src/directory/records/bank-record.ts'
import { foldWords } from '../src/directory/search/text/tokenizer.ts'
import { runSearch } from '../test/support/data/run-search.ts'
import { shippedDirectory } from '../test/support/data/shipped.ts'
import { shippedLookups } from '../test/support/data/shipped-lookups.ts'
import { type Query, readQueries } from './relevance/queries.ts'

type Engine = (query: Query) => string[]

const directory = shippedDirectory()
const banks: BankRecord[] = [...directory.packed.banks.values()].flatMap(({ records }) =>
  Buffer.from(records)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)),
)
// The other engines are made for names, so queries for codes are left out.
const queries = readQueries('tuning').filter(({ kind }) => kind !== 'code')

function timed<Result>(work: () => Result): [Result, number] {
  const before = performance.now()
  const result = work()
  return [result, performance.now() - before]
}

function timedThrice<Result>(work: () => Result): [Result, number] {
  const [[result, first], [, second], [, third]] = [timed(work), timed(work), timed(work)]
  return [result, Math.min(first, second, third)]
}

const fold = (text: string): string =>
  foldWords(text)
    .map((word) => word.text)
    .join(' ')

function ours(): Engine {
  const lookups = shippedLookups()
  return ({ text, country }) => {
    const found = country === '' ? undefined : directory.findCountry(country)
    return runSearch(lookups, { text, country: found, limit: 5 }).banks.map(({ id }) => id)
  }
}

/** Configured as its documentation recommends for a search box. */
function miniSearch(): Engine {
  const fields = ['name', 'short_name', 'aliases', 'legal_name', 'city']
  const index = new MiniSearch({
    fields,
    storeFields: ['country', 'status'],
    processTerm: (term) => fold(term) || null,
    searchOptions: { boost: { name: 2, short_name: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  })
  index.addAll(banks.map((bank) => ({ ...bank, aliases: (bank.aliases ?? []).join(' ') })))
  return ({ text, country }) => {
    const wanted = country === '' ? undefined : directory.findCountry(country)
    const members = wanted && (wanted.members ?? [wanted.code])
    return index
      .search(text, {
        filter: (hit) => !members || members.includes(hit.country),
        boostDocument: (_, __, stored) => (stored?.status === 'active' ? 1 : 0.5),
      })
      .slice(0, 5)
      .map(({ id }) => id)
  }
}

/** Compares every name with the query. */
function fullScan(): Engine {
  const names = banks.map((bank) => ({
    bank,
    texts: [bank.name, bank.short_name, bank.legal_name, ...(bank.aliases ?? [])]
      .filter((name) => name !== undefined)
      .map(fold),
  }))
  return ({ text, country }) => {
    const wanted = country === '' ? undefined : directory.findCountry(country)
    const members = wanted && (wanted.members ?? [wanted.code])
    const folded = fold(text)
    return names
      .filter(({ bank }) => !members || members.includes(bank.country))
      .map(({ bank, texts }) => ({
        id: bank.id,
        distance: Math.min(...texts.map((name) => editDistance(folded, name))),
      }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 5)
      .map(({ id }) => id)
  }
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number

function compare(): void {
  const engines = Object.entries({ ours, MiniSearch: miniSearch, 'full scan': fullScan }).map(([name, build]) => {
    const [search, buildMs] = timed(build)
    return { name, search, buildMs, costs: [] as number[], first: 0, five: 0 }
  })
  for (const { search, name } of engines) if (name !== 'full scan') for (const query of queries) search(query)
  for (const query of queries) {
    for (const engine of engines) {
      // A scan takes so long that one run is enough.
      const [found, ms] = (engine.name === 'full scan' ? timed : timedThrice)(() => engine.search(query))
      engine.costs.push(ms)
      const rank = found.findIndex((id) => query.expected.includes(id))
      if (rank === 0) engine.first++
      if (rank >= 0) engine.five++
    }
  }
  console.log(`${banks.length} banks, ${queries.length} queries; ms per query`)
  console.log('engine        built in    p50     p99    mean   first  among five')
  for (const { name, buildMs, costs, first, five } of engines) {
    const mean = costs.reduce((sum, ms) => sum + ms, 0) / costs.length
    const share = (count: number): string => `${((count / queries.length) * 100).toFixed(1)} %`
    const columns = [
      name.padEnd(10),
      `${buildMs.toFixed(0)} ms`.padStart(11),
      quantile(costs, 0.5).toFixed(3).padStart(7),
      quantile(costs, 0.99).toFixed(2).padStart(7),
      mean.toFixed(3).padStart(7),
      share(first).padStart(8),
      share(five).padStart(8),
    ]
    console.log(columns.join(' '))
  }
  const [own, , scan] = engines.map(({ costs }) => costs.reduce((sum, ms) => sum + ms, 0)) as [number, number, number]
  console.log(`the full scan takes ${(scan / own).toFixed(0)} times as long as ours overall`)
}

/** One code of each bank in a sample, IBANs, valid and invalid, and other identifiers. */
function resolveAll(): void {
  const lookups = shippedLookups()
  const codes = banks
    .filter((_, at) => at % 20 === 0)
    .flatMap(({ codes: own = [] }) => own.slice(0, 1).map(({ value }) => value))
  const ibans = [
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'DE89370400440532013001',
    'FR1420041010050500013M02606',
  ]
  const others = ['COBADEFF', '7LTWFZYICNSX8D621K86', '20-29-59 63748472', '0000014579', 'ng-access-bank', 'nonsense']
  const identifiers = [...codes, ...ibans, ...others]
  for (let round = 0; round < 5; round++) for (const identifier of identifiers) lookups.resolve(identifier)
  const [, ms] = timed(() => {
    for (let round = 0; round < 10; round++) for (const identifier of identifiers) lookups.resolve(identifier)
  })
  console.log(
    `resolve: ${((ms * 1000) / identifiers.length / 10).toFixed(1)} µs per identifier, including the JSON of its banks`,
  )
}

compare()
resolveAll()
