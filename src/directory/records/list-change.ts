/**
 * Changes to the lists from one data release to the next: a file in `data/changes/`, with the two revisions in its
 * first line and one changed bank in each other line, and the format of a change that the API returns.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { bankRecordSchema, bankSchema } from './bank.ts'
import { objectSchema } from './json-schema.ts'

export const revisionPattern = '^\\d{4}(-\\d{2}(-\\d{2})?)?\\.[0-9a-f]{8}$'

const { id, country } = bankRecordSchema.properties
const revision = { type: 'string', pattern: revisionPattern } as const

const fields = {
  id,
  country,
  kind: {
    enum: ['added', 'changed', 'removed'],
    description:
      'What happened to the bank in the list: `removed` banks have merged, closed or are no longer confirmed',
  },
  summary: { type: 'string', minLength: 1, description: 'What happened, in sentences' },
} as const

/** The first line of the file. */
export const releaseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to', 'date'],
  properties: {
    from: revision,
    to: revision,
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    /** Regions that are new or have other members: their lists differ even if no bank changed. */
    regions: { type: 'array', minItems: 1, items: country },
  },
} as const

export type ReleaseHead = FromSchema<typeof releaseSchema>

/** Every other line. It does not contain the bank itself, which is in the list of the served revision. */
export const listChangeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'country', 'kind', 'summary'],
  properties: fields,
} as const

export type ListChange = FromSchema<typeof listChangeSchema>

export interface Release extends ReleaseHead {
  /** UTF-8, one change per line, without the first line. */
  lines: Uint8Array<ArrayBuffer>
}

export const changeSchema = objectSchema('Change', {
  ...fields,
  bank: {
    anyOf: [bankSchema, { type: 'null' }],
    description: 'The bank as currently listed: replace your copy with this id by it. Null if it is no longer listed',
  },
})
