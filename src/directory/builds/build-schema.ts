/** The schema of what a data build has and lacks, and the reasons for which something is missing. */
import type { FromSchema } from 'json-schema-to-ts'
import type { CountryRecord } from '../records/country-record.ts'
import { closedEnum, objectSchema } from '../records/json-schema.ts'
import { redistributions } from '../records/source.ts'

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

/** An operator can add a country that the build left out. */
export const missingCountries = <Country extends { code: string }>(
  build: { countries: readonly Country[] },
  known: readonly Pick<CountryRecord, 'code'>[],
): Country[] => build.countries.filter(({ code }) => known.every((country) => country.code !== code))
