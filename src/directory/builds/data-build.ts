/** What a data build has and lacks, for programs. The full data has the same object, with nothing missing. */
import type { FromSchema } from 'json-schema-to-ts'
import { methodRecordsOf } from '../accounts/requirements.ts'
import type { CountryRecord } from '../records/country-record.ts'
import type { DataBuildRecord, MethodBuild } from '../records/data-build-record.ts'
import { closedEnum, objectSchema } from '../records/json-schema.ts'
import { redistributions } from '../records/source.ts'
import type { CountryLosses, DataBuild } from '../storage/build-counts.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'

/** Why the directory has no banks for a right question: programs get it as `cause`. */
export const missingCauses = [
  /** This build of the data leaves out what the question is about. */
  'not_in_build',
  /** The data has the country, but the program opened only others. */
  'not_open',
] as const

export type MissingCause = (typeof missingCauses)[number]

/** Says that something is missing, to people and to programs. */
export interface Missing {
  cause: MissingCause
  sentence: string
}

const ids = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const

export const buildSchema = {
  ...objectSchema('DataBuild', {
    revision: { type: 'string', description: 'Revision of the data' },
    full_revision: {
      type: 'string',
      description: 'Revision of the full data that the build was made from; the same as `revision` for the full data',
    },
    without: {
      type: 'array',
      items: closedEnum('Redistribution', redistributions),
      description: 'Redistribution terms of the sources that were left out; empty for the full data',
    },
    missing_countries: ids('Codes of the countries that were left out'),
    missing_schemes: ids('Ids of the code schemes without any codes'),
    missing_methods: ids('Ids of the payment methods that were left out'),
  }),
  description: 'What this build of the data has; the page Data builds explains it',
} as const

export type BuildFacts = FromSchema<typeof buildSchema>

export const nothingMissing = { without: [], missing_countries: [], missing_schemes: [], missing_methods: [] }

export function buildFactsOf(packed: PackedDirectory): Omit<BuildFacts, 'revision' | 'full_revision'> {
  const { build } = packed
  if (!build) return nothingMissing
  return {
    without: [...build.without],
    missing_countries: missingCountries(build, packed.countries).map(({ code }) => code),
    missing_schemes: missingSchemes(packed),
    missing_methods: missingMethods(packed).map(({ id }) => id),
  }
}

/** The countries that lost facts. Leaves out those that the data has but that were not loaded: they have lost nothing. */
export function describedCountries({
  build,
  countries,
  banks,
}: Pick<PackedDirectory, 'build' | 'countries' | 'banks'>): CountryLosses[] {
  const known = new Set(countries.map(({ code }) => code))
  return (build?.countries ?? []).filter(({ code }) => banks.has(code) || !known.has(code))
}

/** An operator can add a country that the build left out. */
export const missingCountries = <Country extends { code: string }>(
  build: { countries: readonly Country[] },
  known: readonly Pick<CountryRecord, 'code'>[],
): Country[] => build.countries.filter(({ code }) => known.every((country) => country.code !== code))

/** The schemes that lost all codes in the build, and of which the operator has imported none. */
export function missingSchemes({ build }: Pick<PackedDirectory, 'build'>): string[] {
  if (!build) return []
  return (build.schemes ?? schemesWithLosses(build)).filter((id) => codesLeft(build, id) === 0)
}

const codesLeft = ({ countries }: DataBuild, scheme: string): number =>
  countries.reduce((sum, { left }) => sum + (left.codes.get(scheme) ?? 0), 0)

/** Builds of older versions do not list the schemes. */
const schemesWithLosses = ({ countries }: DataBuildRecord): string[] =>
  [...new Set(countries.flatMap(({ codes }) => Object.keys(codes)))].sort()

export function missingMethods({
  build,
  countries,
  regions,
  accountRequirements,
}: Pick<PackedDirectory, 'build' | 'countries' | 'regions' | 'accountRequirements'>): MethodBuild[] {
  const { methods: lost = [] } = build ?? {}
  if (lost.length === 0) return []
  const known = [...countries, ...regions].flatMap((country) => methodRecordsOf(country, { accountRequirements }))
  const idsLeft = new Set(known.map(({ id }) => id))
  return lost.filter(({ id }) => !idsLeft.has(id))
}
