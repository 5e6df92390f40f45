/**
 * The format of a channel: the files `channel.json` and `releases/<revision>.json`, which a publisher signs, and the limits
 * that a follower enforces on them. Data files are at `files/<sha256>.gz`.
 */
import { createHash } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { createValidator, type Validator } from '../dataset/schema-check.ts'
import { redistributions } from '../directory/records/source.ts'

/** Raised by a change that older programs cannot read. */
export const formatVersion = 1

/** The oldest program that can load the data of a release made by this program. Raise it when a table gets a new field. */
export const oldestProgram = '1.0.0'

/** A channel or a release cannot be used. The message says why. */
export class ChannelError extends Error {
  override name = 'ChannelError'
}

/**
 * Bounds on what a follower downloads and installs. The shipped data has about 150 files and 16 MB; a channel lists ten
 * releases.
 */
export const releaseLimits = {
  channelBytes: 256 * 1024,
  manifestBytes: 2 * 1024 * 1024,
  files: 2_000,
  fileBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const channelFile = 'channel.json'
export const manifestFile = (revision: string): string => `releases/${revision}.json`
export const contentFile = (sha256: string): string => `files/${sha256}.gz`
export const signatureFile = (file: string): string => `${file}.sig`

const sequence = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
const revision = { type: 'string', pattern: '^\\d{4}(?:-\\d{2}){0,2}\\.[0-9a-f]{8}$' } as const
const publishedAt = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$' } as const
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const channelId = { type: 'string', pattern: '^[0-9a-f]{16}$' } as const

/** The files that a release may have. Nothing else is written to a follower's disk. */
export const releasePaths =
  /^(?:[a-z0-9-]+\.jsonl?|banks\/[a-z]{2}\.jsonl|branches\/[a-z0-9_]+\.tsv|changes\/[0-9a-f.-]+\.jsonl|(?:LICENSE|CREDITS|TERMS)\.md)$/

const entrySchema = {
  type: 'object',
  required: ['sequence', 'revision', 'published_at', 'sha256'],
  properties: { sequence, revision, published_at: publishedAt, sha256 },
} as const

/** Unknown fields are allowed, so that a later program can add some without a new format version. */
export const channelSchema = {
  type: 'object',
  required: ['format', 'id', 'sequence', 'published_at', 'releases'],
  properties: {
    format: { type: 'integer' },
    id: { ...channelId, description: 'Stays the same for the life of the channel' },
    sequence: { ...sequence, description: 'Grows each time the file is signed' },
    published_at: publishedAt,
    releases: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: entrySchema,
      description: 'Newest first; `sha256` is that of the manifest',
    },
  },
} as const

export const manifestSchema = {
  type: 'object',
  required: ['format', 'channel', 'sequence', 'revision', 'previous', 'published_at', 'program', 'without', 'files'],
  properties: {
    format: { type: 'integer' },
    channel: channelId,
    sequence: { ...sequence, description: 'Grows with each release' },
    revision,
    previous: { anyOf: [revision, { type: 'null' }] },
    published_at: publishedAt,
    program: {
      type: 'string',
      pattern: '^\\d+\\.\\d+\\.\\d+$',
      description: 'The oldest program that can load the data',
    },
    without: { type: 'array', items: { enum: redistributions }, description: 'The terms whose facts were left out' },
    files: {
      type: 'array',
      minItems: 1,
      maxItems: releaseLimits.files,
      items: {
        type: 'object',
        required: ['path', 'size', 'sha256'],
        properties: {
          path: { type: 'string', pattern: releasePaths.source },
          size: { type: 'integer', minimum: 0, maximum: releaseLimits.fileBytes },
          sha256: { ...sha256, description: 'Of the uncompressed file' },
        },
      },
    },
  },
} as const

export type Channel = FromSchema<typeof channelSchema>
export type ChannelEntry = FromSchema<typeof entrySchema>
export type Manifest = FromSchema<typeof manifestSchema>
export type ReleaseFile = Manifest['files'][number]

let validators: { channel: Validator; manifest: Validator } | undefined

const validatorOf = (name: 'channel' | 'manifest'): Validator => {
  validators ??= { channel: createValidator(channelSchema), manifest: createValidator(manifestSchema) }
  return validators[name]
}

/** Parses a `channel.json` with a valid signature. */
export function parseChannel(bytes: Buffer): Channel {
  const channel = parse<Channel>(bytes, 'channel', channelFile)
  const { releases } = channel
  for (const [at, { sequence: own }] of releases.entries())
    if (own <= (releases[at + 1]?.sequence ?? 0))
      throw new ChannelError(`${channelFile} does not list the newest release first.`)
  return channel
}

/** Parses a manifest with a valid signature. */
export function parseManifest(bytes: Buffer): Manifest {
  const manifest = parse<Manifest>(bytes, 'manifest', 'The manifest of the release')
  const paths = new Set(manifest.files.map(({ path }) => path))
  if (paths.size < manifest.files.length) throw new ChannelError('The manifest of the release names a file twice.')
  const bytesTotal = manifest.files.reduce((sum, { size }) => sum + size, 0)
  if (bytesTotal > releaseLimits.totalBytes)
    throw new ChannelError(`The release has more than ${releaseLimits.totalBytes / 1024 / 1024} MiB of files.`)
  return manifest
}

function parse<Value extends { format: number }>(bytes: Buffer, name: 'channel' | 'manifest', label: string): Value {
  let value: Value
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new ChannelError(`${label} is not JSON.`)
  }
  // Check the version first: the other fields may have changed with it.
  if (Number.isInteger(value?.format) && value.format !== formatVersion)
    throw new ChannelError(
      `${label} has format ${value.format}, and this program reads format ${formatVersion}; update the program.`,
    )
  const reason = validatorOf(name)(value)
  if (reason !== undefined) throw new ChannelError(`${label} is malformed: ${reason}.`)
  return value
}

/** Throws if the release needs a newer program than `program`, such as "1.2.0". */
export function assertProgramVersion(manifest: Pick<Manifest, 'program'>, program: string): void {
  const [needed, own] = [manifest.program, program].map((version) => version.split('.').map(Number))
  const at = [0, 1, 2].find((part) => needed?.[part] !== own?.[part])
  if (at !== undefined && Number(needed?.[at]) > Number(own?.[at]))
    throw new ChannelError(
      `The release needs bank-lookup ${manifest.program} or later, and this is ${program}; update the program.`,
    )
}
