/** For files that are sorted roughly or in a way that we do not know: whether their rows stand as if shuffled. */
import type { NamedRow } from './header.ts'
import { tidy } from './row-checks.ts'
import { UnusableFile } from './source-file.ts'

/** By what a publisher may have sorted. A row without a value says nothing of the order. */
export interface OrderKey<Column extends string> {
  name: string
  value: (cells: Record<Column, string>) => string
}

/** What is kept of a key, however many rows come. */
interface Trail {
  name: string
  before: string
  /** Steps from a row to one that has another value. */
  changes: number
  /** Those of them that go down. */
  descents: number
  first: { line: number; value: string; before: string }
}

/** Numbers by size, whether they lost their zeros or not; letters whatever their case and their accents. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Chance alone brings one of the keys of a file past so many once in some ten thousand times. */
const deviations = 4

/** Chance alone sorts so many values once in 40,000 times. */
const tellingValues = 8

/** Hands the rows on, and fails behind the last of them if they are in order by none of the keys. */
export async function* inSomeOrder<Column extends string>(
  rows: AsyncIterable<NamedRow<Column>>,
  keys: readonly OrderKey<NoInfer<Column>>[],
): AsyncGenerator<NamedRow<Column>, void, undefined> {
  const trails = keys.map(({ name }) => trailOf(name))
  let count = 0
  for await (const row of rows) {
    count++
    for (const [at, key] of keys.entries()) follow(trails[at] as Trail, row.line, key.value(row.cells))
    yield row
  }
  // What few rows have, or most have in common, is too easily in order.
  const telling = trails.filter(({ changes }) => changes + 1 >= Math.min(tellingValues, count))
  const judged = telling.length > 0 ? telling : trails
  if (!judged.some(isInOrder)) throw shuffled(judged)
}

/** For each column a key, by its cells as they stand. */
export const keysOf = <Column extends string>(...columns: Column[]): OrderKey<Column>[] =>
  columns.map((name) => ({ name, value: (cells) => tidy(cells[name]) }))

const trailOf = (name: string): Trail => ({
  name,
  before: '',
  changes: 0,
  descents: 0,
  first: { line: 0, value: '', before: '' },
})

function follow(trail: Trail, line: number, value: string): void {
  if (value === '') return
  const { before } = trail
  trail.before = value
  const order = before === '' ? 0 : collator.compare(value, before)
  if (order !== 0) trail.changes++
  if (order >= 0) return
  if (trail.descents === 0) trail.first = { line, value, before }
  trail.descents++
}

/** Of n different values in the order of chance, (n - 1) / 2 follow a higher one, with a variance of (n + 1) / 12. */
function isInOrder({ changes, descents }: Trail): boolean {
  return descents <= Math.max(0, changes / 2 - deviations * Math.sqrt((changes + 2) / 12))
}

function shuffled(judged: Trail[]): UnusableFile {
  const [{ name, changes, descents, first }, ...others] = judged as [Trail, ...Trail[]]
  const found = `${name} ${first.value} follows ${first.before}`
  const extent = `the first of ${descents} steps down in ${changes}, as if shuffled`
  const names = others.map((other) => other.name).join(' and ')
  const neither = names && `, and by ${names} the rows are in no order either`
  const mend = `fetch the file again, or sort its rows by ${name}`
  return UnusableFile.at(first.line, `${found}, ${extent}${neither}; rows were moved: ${mend}`)
}
