/** Describes in sentences what a reduced data build lacks, for the notes of resolve and for errors. */
import type { CountryRecord } from '../records/country-record.ts'
import type { CountryBuild, DataBuildRecord, MethodBuild } from '../records/data-build-record.ts'
import type { Redistribution } from '../records/source.ts'
import type { CountryLosses, DataBuild } from '../storage/build-counts.ts'
import { type BuildFacts, type Missing, missingCountries } from './build-schema.ts'

/** The page that says what each build contains and how to add the rest. By name: the library has no such path. */
export const buildsPage = 'the page Data builds (/docs/1.0/data-builds)'

/** The note on an identifier that does not tell its country or scheme. */
export const incomplete = `This build of the data leaves out some banks and codes; see ${buildsPage}.`

/** Facts of one kind: how many the full data has, how many are left, and why the others are not. */
export interface Loss {
  /** Plural noun, such as "US routing numbers". */
  things: string
  before: number
  left: number
  terms: readonly Redistribution[]
}

/** Smaller losses need no note: an unknown code is then more likely a typo than a code that was left out. */
const notableShare = 0.05

/** Returns null if nothing or very little is lost. */
export function noteOnLoss({ things, before, left, terms }: Loss): string | null {
  if (before === 0 || before - left < before * notableShare) return null
  return left === 0
    ? `This build of the data has no ${things}, because their sources ${reasonOf(terms)}; see ${buildsPage}.`
    : `This build of the data has only ${format(left)} of ${format(before)} ${things}, because the sources of the others ${reasonOf(terms)}; see ${buildsPage}.`
}

type KnownCountries = readonly Pick<CountryRecord, 'code'>[]

/** `countries`: as in `findOmitted`. */
export function noteOnBuild(build: DataBuildRecord, countries: KnownCountries): string {
  const { length } = missingCountries(build, countries)
  const lost = `has no banks in ${length} ${length === 1 ? 'country' : 'countries'}, and leaves out some of others`
  return `This build of the data ${length === 0 ? 'leaves out some banks and codes' : lost}, because their sources ${reasonOf(build.without)}; see ${buildsPage}.`
}

/** Describes the build in a line for operators; undefined for the full data. */
export function describeReduction({ without, full_revision, ...missing }: BuildFacts): string | undefined {
  if (without.length === 0) return undefined
  const [countries, schemes, methods] = [missing.missing_countries, missing.missing_schemes, missing.missing_methods]
  return (
    `Reduced data, without sources that ${reasonOf(without)}: ${countries.length} countries, the codes of ` +
    `${schemes.length} schemes and ${methods.length} payment methods of the full data (${full_revision}) are missing.`
  )
}

/** The note on a country or region in the list of countries, and on its list of banks; null if it lost next to nothing. */
export function noteOnArea(
  { code, members }: CountryRecord,
  build: DataBuild | null,
  countries: KnownCountries,
): string | null {
  if (!build) return null
  const lost = build.countries.find((country) => country.code === code)
  if (!members) return lost ? noteOnLoss(bankLoss(lost)) : null
  const missing = missingMembers(code, build, countries)
  if (missing.length === 0) return null
  const names = missing.map((member) => build.countries.find((country) => country.code === member)?.name ?? member)
  return `This build of the data has no banks in ${names.length} of the ${members.length + names.length} members: ${names.join(', ')}; see ${buildsPage}.`
}

/** The members that a region lost in this build. */
export const missingMembers = (region: string, build: DataBuildRecord | null, countries: KnownCountries): string[] =>
  (build?.regions?.[region] ?? []).filter((member) => countries.every(({ code }) => code !== member))

export function noteOnMethods(country: Pick<CountryLosses, 'code' | 'name'>, lost: readonly MethodBuild[]): string {
  const names = lost.map(({ id }) => id).join(', ')
  const things = lost.length === 1 ? `payment method ${names}` : `payment methods ${names}`
  const reason = reasonOf(mergeTerms(lost.map(({ terms }) => terms)))
  return `This build of the data has no ${things} for ${countryText(country)}, because the sources ${reason}; see ${buildsPage}.`
}

const format = (count: number): string => count.toLocaleString('en-US')

const reasons: Record<Redistribution, string> = {
  restricted: 'restrict redistribution',
  unclear: 'have unclear terms',
  attribution: 'require attribution',
  open: 'are in the public domain or have a permissive licence',
}

const reasonOf = (terms: readonly Redistribution[]): string => terms.map((one) => reasons[one]).join(' or ')

export const countryText = ({ code, name }: Pick<CountryLosses, 'code' | 'name'>): string => `${code} (${name})`

export const bankLoss = (country: CountryLosses): Loss => ({
  things: `banks in ${countryText(country)}`,
  before: country.banks,
  left: country.left.banks,
  terms: country.terms,
})

export const bicLoss = (country: CountryLosses): Loss => ({
  things: `BICs of banks in ${countryText(country)}`,
  before: country.bics,
  left: country.left.bics,
  terms: country.terms,
})

/** `lost`: a branch list that the build left out. `label`: what its codes are called. */
export const branchLoss = (lost: { count: number; terms: readonly Redistribution[] }, label: string): Loss => ({
  things: `branch codes of type "${label}"`,
  before: lost.count,
  left: 0,
  terms: lost.terms,
})

/** Adds the schemes up: US routing numbers are in two. */
export function codeLoss(country: CountryLosses, schemes: readonly string[], things: string): Loss {
  const lost = schemes.flatMap((id) => country.codes[id] ?? [])
  return {
    things,
    before: sum(lost.map(({ count }) => count)),
    left: sum(schemes.map((id) => (country.codes[id] ? (country.left.codes.get(id) ?? 0) : 0))),
    terms: mergeTerms(lost.map(({ terms }) => terms)),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const mergeTerms = (terms: readonly (readonly Redistribution[])[]): Redistribution[] => [...new Set(terms.flat())]

/**
 * Finds a country that the build left out completely, by one of its codes or its name in any case. `countries`: the
 * countries that the directory has, some of them perhaps from an overlay.
 */
function findOmitted(build: DataBuildRecord, input: string, countries: KnownCountries): CountryBuild | undefined {
  const wanted = input.trim().toUpperCase()
  const found = build.countries.find(({ code, alpha3, name, also = [] }) =>
    [code, alpha3, name.toUpperCase(), ...also].includes(wanted),
  )
  return countries.some(({ code }) => code === found?.code) ? undefined : found
}

/** Says that the build leaves out the country, if it does. */
export function explainOmission(
  build: DataBuildRecord | null | undefined,
  input: string,
  countries: KnownCountries,
): Missing | undefined {
  const omitted = build && findOmitted(build, input, countries)
  if (!omitted) return undefined
  const sentence = `this build of the data has no banks in ${countryText(omitted)}; see ${buildsPage}.`
  return { cause: 'not_in_build', sentence }
}
