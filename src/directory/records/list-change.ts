/**
 * What changed in the lists from one release of the data to the next: a file of `data/changes/`, whose first line says from
 * which revision to which and whose other lines are a bank each, and a change as the service shows it.
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
    description: 'What happened to its place in the list: `removed` banks merged, closed or are not confirmed any more',
  },
  summary: { type: 'string', minLength: 1, description: 'What happened, in sentences for people' },
} as const

/** The first line. */
export const releaseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to', 'date'],
  properties: {
    from: revision,
    to: revision,
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    /** Regions that are new or have other members: their lists are others even where no bank is. */
    regions: { type: 'array', minItems: 1, items: country },
  },
} as const

export type ReleaseHead = FromSchema<typeof releaseSchema>

/** Every other line. The bank itself is not repeated: the list of the revision that is served has it. */
export const listChangeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'country', 'kind', 'summary'],
  properties: fields,
} as const

export type ListChange = FromSchema<typeof listChangeSchema>

export interface Release extends ReleaseHead {
  /** A change a line, in UTF-8, without the first line. */
  lines: Uint8Array<ArrayBuffer>
}

export const changeSchema = objectSchema('Change', {
  ...fields,
  bank: {
    anyOf: [bankSchema, { type: 'null' }],
    description: 'As it is listed now, to put in the place of the one with this id; null if it is no longer listed',
  },
})
