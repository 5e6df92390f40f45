/** A payment rail: a system through which money reaches a bank (`data/rails.json`). */
import type { FromSchema } from 'json-schema-to-ts'
import type { CountryRecord } from './country-record.ts'

export const railSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'label', 'countries', 'operator', 'complete', 'level'],
  properties: {
    id: { type: 'string', pattern: '^[a-z]{2,4}(_[a-z0-9]+)+$' },
    label: { type: 'string', minLength: 1 },
    countries: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', pattern: '^[A-Z]{2,4}$' },
      description: 'The countries or regions whose banks can be on the rail',
    },
    operator: { type: 'string', minLength: 1 },
    source: { type: 'string', description: 'The list of participants; left out if we have none' },
    complete: {
      type: 'boolean',
      description: 'Whether a bank that the list does not have cannot be reached over the rail',
    },
    level: {
      enum: ['bank', 'code', 'branch'],
      description: 'What is on the rail: the bank as a whole, single codes of it, or single branches',
    },
    from: {
      type: 'object',
      additionalProperties: false,
      required: ['scheme'],
      properties: { scheme: { type: 'string' } },
      description: 'The scheme whose current codes are on the rail. No record names such a rail',
    },
    letter: { type: 'string', pattern: '^[A-Z]$', description: 'Stands for the rail in a branch list' },
    banks: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string' },
      description: 'In an overlay: the ids of the banks that are on the rail',
    },
    codes: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
      description: 'In an overlay: the codes that are on the rail, by scheme',
    },
  },
} as const

export type Rail = FromSchema<typeof railSchema>

/** Returns the countries whose banks can be on the rail, with the members of its regions. `areas`: countries and regions. */
export const railCountries = (
  { countries }: Rail,
  areas: readonly Pick<CountryRecord, 'code' | 'members'>[],
): ReadonlySet<string> =>
  new Set(countries.flatMap((area) => areas.find(({ code }) => code === area)?.members ?? [area]))
