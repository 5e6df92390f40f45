/**
 * Schemas for the changes to the bank lists from one data release to the next. Each release has a file in
 * `data/changes/`: the first line names the two revisions, and every other line describes one changed bank. The last
 * schema is for a change as the API returns it.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { bankRecordSchema, bankSchema } from './bank-record.ts'
import { closedEnum, objectSchema } from './json-schema.ts'

export const revisionPattern = '^\\d{4}(-\\d{2}(-\\d{2})?)?\\.[0-9a-f]{8}$'

const { id, country } = bankRecordSchema.properties
const revision = { type: 'string', pattern: revisionPattern } as const

const fields = {
  id,
  country,
  kind: {
    ...closedEnum('ChangeKind', ['added', 'changed', 'removed']),
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
    /** Regions that are new or whose members have changed. Their bank lists differ even if no bank has changed. */
    regions: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[A-Z]{2,4}$' } },
  },
} as const

export type ReleaseHead = FromSchema<typeof releaseSchema>

/** Each line after the first. It does not contain the bank itself: the API adds the bank from the current data. */
export const listChangeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'country', 'kind', 'summary'],
  properties: fields,
} as const

export type ListChange = FromSchema<typeof listChangeSchema>

export interface Release extends ReleaseHead {
  /** The file as UTF-8 without its first line: one change per line. */
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
