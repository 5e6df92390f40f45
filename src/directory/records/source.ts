/** A published list that facts were taken from, as it stands in `data/sources.json`. */
import type { FromSchema } from 'json-schema-to-ts'

const date = { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$', description: 'As exact as is known' } as const

/** From the freest to the strictest. What is not established may turn out well; what is limited is known to be. */
export const redistributions = ['open', 'attribution', 'unclear', 'restricted'] as const
export type Redistribution = (typeof redistributions)[number]

export const sourceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'publisher', 'date', 'licence', 'redistribution', 'countries', 'fields'],
  properties: {
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Id of the list' },
    title: { type: 'string', minLength: 1, description: 'Name of the list' },
    publisher: { type: 'string', minLength: 1, description: 'Who published it' },
    date,
    rows_dated: {
      type: 'boolean',
      description: '`false` if `date` is only that of the file, and its rows may be years older',
    },
    url: { type: 'string', format: 'uri', pattern: '^https?://', description: "The publisher's page" },
    licence: { type: 'string', minLength: 1, description: 'The terms it was found under' },
    redistribution: {
      enum: redistributions,
      description: 'Whether its facts may be passed on',
    },
    via: { type: 'string', minLength: 1, description: 'Where the copy that was read came from' },
    countries: { type: 'array', items: { type: 'string', pattern: '^([A-Z]{2}|\\*)$' } },
    fields: { type: 'array', items: { type: 'string' } },
  },
} as const

export type Source = FromSchema<typeof sourceSchema>

/**
 * The date up to which the rows of a list are known to be right. A file that people edit by hand has the date of its last
 * edit, whatever the age of the other rows, so it has none.
 */
export const rowDateOf = ({ date, rows_dated = true }: Source): string | undefined => (rows_dated ? date : undefined)
