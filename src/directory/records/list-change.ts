/**
 * Changes to the bank lists from one data release to the next. Each release has a file in `data/changes/`: the first
 * line has the two revisions, and every other line has one changed bank. Also defines a change as the API returns it.
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
      'What happened to the bank in the list: `removed` banks have merged or closed, or are no longer confirmed',
  },
  summary: { type: 'string', minLength: 1, description: 'Human-readable summary of the change' },
} as const

/** The first line of a file in `data/changes/`. */
export const releaseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to', 'date'],
  properties: {
    from: revision,
    to: revision,
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    /** Regions that are new or have different members: their lists have changed even if no bank has. */
    regions: { type: 'array', minItems: 1, items: country },
  },
} as const

export type ReleaseHead = FromSchema<typeof releaseSchema>

/** Every other line of the file. It does not contain the bank itself: the API takes that from the current data. */
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
    description:
      'The bank as currently listed: replace the bank with this id in your copy. Null if it is no longer listed',
  },
})
