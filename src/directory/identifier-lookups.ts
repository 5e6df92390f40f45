/** Identifier resolution and account checks, using the directory's indexes. */
import { type AccountChecker, createAccountChecker } from './accounts/check/check-account.ts'
import type { Branches } from './branches/branches.ts'
import type { Indexes } from './indexes.ts'
import type { SupportedCountry } from './records/country-record.ts'
import { createUnopenedNotes } from './resolve/missing-bank-notes.ts'
import type { Reading } from './resolve/reading.ts'
import { createResolver, type Resolve } from './resolve/resolve.ts'
import { createResolveContext } from './resolve/resolve-context.ts'
import { resultSizes } from './resolve/resolve-schema.ts'
import { type ReadingView, resultToJson } from './resolve/to-json.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export interface IdentifierLookups extends AccountChecker {
  /** Returns every possible reading of the identifier, for example as an IBAN or as a bank code, as JSON. */
  resolve(identifier: string, country?: SupportedCountry, view?: ReadingView): string
  /** Like `resolve`, but returns the readings themselves, best first. */
  read(identifier: string, country?: SupportedCountry): Reading[]
  /** Returns the name of the bank with this number. */
  nameOf(bank: number): string
}

export function createIdentifierLookups(
  packed: PackedDirectory,
  indexes: Indexes,
  branches: Branches,
): IdentifierLookups {
  const { banks } = indexes
  const context = createResolveContext(packed, indexes, branches)
  const readAll = createResolver(packed, indexes, context)
  const addNotes = createUnopenedNotes(packed)
  const resolve: Resolve = addNotes ? (identifier, country) => addNotes(readAll(identifier, country)) : readAll
  return {
    resolve: (identifier, country, view = resultSizes.single) =>
      resultToJson(resolve(identifier, country), banks, view, packed.build === null),
    read: resolve,
    nameOf: context.nameOf,
    ...createAccountChecker(packed, indexes, context),
  }
}
