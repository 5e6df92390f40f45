/** Schema for a source: a published list from which the data takes its facts (`data/sources.json`). */
import type { FromSchema } from 'json-schema-to-ts'
import { closedEnum, nullable, objectSchema } from './json-schema.ts'

const date = {
  type: 'string',
  pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$',
  description: 'Year, month or day, as precise as known',
} as const

/**
 * Terms of redistribution, most permissive first. `unclear` comes before `restricted` because unclear terms may turn
 * out to be permissive, whereas restricted terms are known to be restrictive.
 */
export const redistributions = ['open', 'attribution', 'unclear', 'restricted'] as const
export type Redistribution = (typeof redistributions)[number]

/** The id of the source for facts that the maintainers entered. It is not a publication. */
export const ownSource = 'curated'

export const sourceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'publisher', 'date', 'licence', 'redistribution', 'countries', 'fields'],
  properties: {
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Id of the list' },
    title: { type: 'string', minLength: 1, description: 'Name of the list' },
    publisher: { type: 'string', minLength: 1, description: 'Publisher of the list' },
    date,
    rows_dated: {
      type: 'boolean',
      description: '`false` if `date` is only the date of the file; its rows may be years older',
    },
    bank_dates: {
      type: 'object',
      minProperties: 1,
      additionalProperties: date,
      description: 'The dates of single banks whose rows come from an older edition, by bank id',
    },
    url: { type: 'string', format: 'uri', pattern: '^https?://', description: "The publisher's page" },
    licence: { type: 'string', minLength: 1, description: 'Licence or terms of the list' },
    redistribution: {
      ...closedEnum('Redistribution', redistributions),
      description: 'Whether its facts may be redistributed',
    },
    via: { type: 'string', minLength: 1, description: 'Where our copy came from' },
    countries: { type: 'array', items: { type: 'string', pattern: '^([A-Z]{2}|\\*)$' } },
    fields: { type: 'array', items: { type: 'string' } },
  },
} as const

export type Source = FromSchema<typeof sourceSchema>

/**
 * Returns the date on which all rows of the list are known to be correct, if there is one. A file that people edit by
 * hand has none: its date is that of the last edit, and the other rows can be much older.
 */
export const rowDateOf = ({ date, rows_dated = true }: Source): string | undefined => (rows_dated ? date : undefined)

const { id, title, publisher, rows_dated, licence, redistribution, url } = sourceSchema.properties

/** A source as the API returns it: every key is present. */
export const sourceDetailSchema = objectSchema('Source', {
  id,
  title,
  publisher,
  date,
  rows_dated,
  licence,
  redistribution,
  url: nullable(url),
})

export const toSourceDetail = (source: Source): FromSchema<typeof sourceDetailSchema> => ({
  id: source.id,
  title: source.title,
  publisher: source.publisher,
  date: source.date,
  rows_dated: source.rows_dated ?? true,
  licence: source.licence,
  redistribution: source.redistribution,
  url: source.url ?? null,
})
