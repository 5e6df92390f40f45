/** Readings of an identifier, over the shipped data or over a small invented directory. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createBranchFileReader } from '../../src/dataset/branch-files.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { buildIndexTables } from '../../src/directory/indexes.ts'
import { createDirectory } from '../../src/directory/lookups.ts'
import type { ReadingKind } from '../../src/directory/resolve/reading.ts'
import { type HolderSummary, type ReadingResult, resultSizes } from '../../src/directory/resolve/resolve-schema.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { shippedLookups } from './data/shipped-lookups.ts'
import { type Small, writeFolder } from './data/small-data.ts'
import { inventedDirectory } from './resolve-data.ts'
import { shippedDirectory } from './services/service.ts'

/** A reading with summaries of its banks, which a request without `fields` returns. */
export interface Reading extends Omit<ReadingResult, 'banks'> {
  banks: HolderSummary[]
}

/** Takes the code of a country in lower or upper case. */
export type ReadIdentifier = (identifier: string, countryCode?: string, kinds?: readonly ReadingKind[]) => Reading[]

export const readings: ReadIdentifier = (identifier, countryCode, kinds) => {
  const country = countryCode === undefined ? undefined : shippedDirectory().findCountry(countryCode)
  return JSON.parse(shippedLookups().resolve(identifier, country, { ...resultSizes.single, kinds })).readings
}

/** Reads identifiers over a small directory. */
export function createReader(t: TestContext, data: Small = inventedDirectory()): ReadIdentifier {
  const folder = writeFolder(t, data)
  const packed = packDirectory(readDataset(folder))
  const directory = createDirectory(packed, { readBranchFile: createBranchFileReader({ folder }) })
  const lookups = directory.withIndexes(runToEnd(buildIndexTables(packed)))
  return (identifier, countryCode) => {
    const country = packed.supported.find(({ code }) => code === countryCode?.toUpperCase())
    return JSON.parse(lookups.resolve(identifier, country)).readings
  }
}

/** A reading in one line: kind or scheme, verdict, and the relation and id of the first bank. */
export function summaryOf(reading: Reading | undefined): string {
  if (!reading) return 'nothing'
  const [bank] = reading.banks
  const parts = [reading.scheme ?? reading.kind, reading.verdict, bank && `${bank.relation} ${bank.id}`]
  return parts.filter(Boolean).join(', ')
}

export type ReadingCase = readonly [identifier: string, countryCode: string | undefined, expected: string]

/** Asserts the first reading of each identifier, as `summaryOf` writes it. */
export function assertReadings(read: ReadIdentifier, cases: readonly ReadingCase[]): void {
  for (const [identifier, countryCode, expected] of cases) {
    assert.equal(summaryOf(read(identifier, countryCode)[0]), expected, `${identifier} ${countryCode ?? ''}`)
  }
}
