/** What the application needs to know of the data channel that the service follows. */
import type { FromSchema } from 'json-schema-to-ts'
import { objectSchema } from '../directory/records/json-schema.ts'

const nullableTime = (description: string) =>
  ({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description }) as const

export const channelStatusSchema = objectSchema('ChannelStatus', {
  sequence: {
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: 'Sequence of the installed data release; null if none is installed',
  },
  revision: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'Revision of that release, without the overlay',
  },
  published_at: nullableTime('When the publisher last signed the channel'),
  checked_at: nullableTime('When the channel last answered a check'),
  stale: {
    type: 'boolean',
    description: 'Whether the publisher has not signed the channel for longer than `DATA_CHANNEL_MAX_AGE`',
  },
})

export interface ChannelView {
  status(): ChannelStatus
  /** Finds a file of the mirror by its path in the channel. Undefined if the service is no mirror. */
  findFile?: FindMirrorFile
}

export type ChannelStatus = FromSchema<typeof channelStatusSchema>

export interface MirrorFile {
  path: string
  type: string
  /** Whether the content at this address never changes. */
  isImmutable: boolean
}

export type FindMirrorFile = (path: string) => MirrorFile | undefined
