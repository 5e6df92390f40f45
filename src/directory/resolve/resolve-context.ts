/** The lookups that all readers of identifiers share: holders, countries, code schemes and bank ids. */

import type { Branches } from '../branches/branches.ts'
import type { Indexes } from '../indexes.ts'
import { type AddZeros, createAddZeros } from '../leading-zeros.ts'
import { once } from '../memoize.ts'
import type { Rails } from '../rail-reach.ts'
import { parseField } from '../records/bank-view.ts'
import { type CountryRecord, sepaCountries } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { type AccountFormIndex, createAccountFormIndex } from './account-form-index.ts'
import { createHolders, type Holders } from './holders/holders.ts'
import { listNubanInstitutions, type NubanInstitutions } from './holders/nuban-institutions.ts'
import { type AddBuildNote, createBranchListNotes, createBuildNotes } from './missing-bank-notes.ts'
import { createDigitGroups, type FormatInGroups } from './printed-form/digit-groups.ts'
import { createReadingRails, type ReadingRails } from './reading-rails.ts'
import type { ResolveRequest } from './request.ts'
import { type AddListNote, createListNotes } from './routing-lists.ts'

export interface ResolveContext {
  holders: Holders
  schemes: ReadonlyMap<string, Scheme>
  countries: ReadonlyMap<string, CountryRecord>
  accountForms: AccountFormIndex
  /** The schemes that assign codes in ranges to banks. */
  rangedSchemes: readonly Scheme[]
  /** The schemes of Swedish clearing numbers. */
  clearingSchemes: readonly Scheme[]
  addZeros: AddZeros
  /** For each country with banks in the directory, the scheme of the bank codes in its IBANs. */
  ibanSchemes: ReadonlyMap<string, Scheme>
  /** Maps a clearing prefix to its country. Payment messages put the two-letter prefix before a national code. */
  clearingCountries: ReadonlyMap<string, string>
  /** Returns the official country code for an alias, such as GB for UK. */
  aliasOf(code: string): string | undefined
  numberOf(id: string): number | undefined
  countryOf(bank: number): string
  nameOf(bank: number): string
  branches: Branches
  rails: ReadingRails
  /** The codes of the countries in SEPA. */
  sepa: ReadonlySet<string>
  formatInGroups: FormatInGroups
  /** Keyed by scheme: says that a reduced data build lacks the branch list. */
  branchListNotes: ReadonlyMap<string, string>
  nubanInstitutions(): NubanInstitutions
  /** Notes what a reduced data build lacks; null if the data is complete. */
  addBuildNote: AddBuildNote | null
  addListNote: AddListNote
}

export function createResolveContext(
  packed: PackedDirectory,
  indexes: Indexes,
  branches: Branches,
  rails: Rails,
): ResolveContext {
  const { countries, schemes } = packed
  const aliases = new Map(countries.flatMap(({ code, also = [] }) => also.map((other) => [other, code])))
  const allSchemes = [...schemes.values()]
  const ibanSchemes = allSchemes.filter((scheme) => scheme.iban_bank_code && packed.banks.has(scheme.country))
  const holders = createHolders(packed, indexes)
  return {
    holders,
    schemes,
    rangedSchemes: allSchemes.filter(({ id }) => holders.hasAssignedRanges(id)),
    clearingSchemes: allSchemes.filter(({ identifier }) => identifier === 'se_clearing'),
    addZeros: createAddZeros(schemes),
    accountForms: createAccountFormIndex(packed.accountForms, schemes),
    countries: new Map([...countries, ...packed.regions].map((country) => [country.code, country])),
    ibanSchemes: new Map(ibanSchemes.map((scheme) => [scheme.country, scheme])),
    clearingCountries: new Map(
      countries.flatMap(({ code, clearing_prefix: prefix }) => (prefix === undefined ? [] : [[prefix, code]])),
    ),
    aliasOf: (code) => aliases.get(code),
    numberOf: indexes.banks.numberOf,
    countryOf: indexes.banks.countryOf,
    nameOf: (bank) => parseField(indexes.banks.rowOf(bank), 'name'),
    branches,
    rails: createReadingRails(packed, indexes.banks, branches, rails),
    sepa: sepaCountries(packed.regions),
    formatInGroups: createDigitGroups(packed),
    branchListNotes: createBranchListNotes(packed),
    nubanInstitutions: once(() => listNubanInstitutions(indexes)),
    addBuildNote: createBuildNotes(packed),
    addListNote: createListNotes(packed, indexes.banks, holders),
  }
}

/**
 * Returns the country in the request, or undefined if the request has no country or names a region of several
 * countries.
 */
export const givenCountry = (
  { countries: [code, ...others] }: ResolveRequest,
  { countries }: ResolveContext,
): CountryRecord | undefined => (code === undefined || others.length > 0 ? undefined : countries.get(code))

/**
 * Whether the readers of bank codes read the codes of the scheme. A scheme with its own kind of identifier, such as US
 * routing numbers, has a reader in another file.
 */
export const hasNoOwnReader = ({ identifier }: Scheme): boolean => identifier === undefined

/** Returns the schemes that people mean by "the bank code" in a country, best first. */
export const preferredSchemes = ({ countries, schemes }: ResolveContext, country: string): Scheme[] =>
  (countries.get(country)?.code_schemes ?? []).flatMap((id) => schemes.get(id) ?? [])
