/** What a data build has and lacks, for programs. The full data has the same object, with nothing missing. */
import { methodRecordsOf } from '../accounts/requirements.ts'
import type { DataBuildRecord, MethodBuild } from '../records/data-build-record.ts'
import type { CountryLosses, DataBuild } from '../storage/build-counts.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { type BuildFacts, missingCountries, nothingMissing } from './build-schema.ts'

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

/** The schemes that lost all codes in the build. An operator can import codes again. */
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
