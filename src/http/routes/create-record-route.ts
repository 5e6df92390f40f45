/**
 * `POST /index.php`, the path that interface 1.0 defines for creating a record. It requires a key, stores the record
 * durably, and returns it.
 */
import { hash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { closedEnum, objectSchema } from '../../directory/records/json-schema.ts'
import type { Caller } from '../../keys/key-cache.ts'
import { type KeyMode, keyModes } from '../../keys/key-format.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Store, StoredRecord } from '../../store/contract.ts'
import { challenge } from '../admission/key-check.ts'
import { apiPaths } from '../api-paths.ts'
import { problem, quoted, storeUnavailable } from '../errors/problems.ts'
import { acceptAnyBody } from '../parsers/raw-body.ts'

export const recordSchema = objectSchema('CreatedRecord', {
  id: { type: 'string', description: 'Id of the record; ids sort by creation time' },
  kind: { const: 'pet' },
  mode: { ...closedEnum('KeyMode', keyModes), description: 'Mode of the key that created the record' },
  created_at: { type: 'string', format: 'date-time', description: 'Creation time' },
})

const idempotencyKeyPattern = '^[\\x20-\\x7e]{1,255}$'
const idempotencyKeyFormat = new RegExp(idempotencyKeyPattern)

const idempotencyKeySchema = {
  type: 'string',
  pattern: idempotencyKeyPattern,
  minLength: 1,
  maxLength: 255,
  description:
    'A value of your own for this record, such as a UUID. A retry with the same value returns the same record instead of ' +
    'creating a second one',
  examples: ['5f6ea4d3-6f0e-4a3f-9d0f-8a2f5f0f6c11'],
} as const

export function createRecordRoute(app: FastifyInstance, { store, metrics }: { store: Store; metrics: Metrics }): void {
  app.register(async (scope) => {
    acceptAnyBody(scope)
    scope.post<{ Body: Buffer | undefined }>(apiPaths.records, {
      schema: {
        operationId: 'createRecord',
        tags: ['Records'],
        summary: 'Create a record',
        description: 'Stores a record durably and returns it. Send no body, or `{}`.',
        response: { 200: recordSchema },
      },
      config: {
        isUncached: true,
        headers: { 'Idempotency-Key': idempotencyKeySchema },
        inInterface: true,
        needsKey: true,
        problems: [
          'body_not_empty',
          'idempotency_key_malformed',
          'idempotency_key_twice',
          'key_missing',
          'body_too_large',
        ],
      },
      onRequest: async ({ admission }) => {
        if (admission.caller === 'unchecked') throw storeUnavailable()
        if (!admission.caller) throw problem('key_missing', {}, challenge)
      },
      handler: async ({ body, headers, raw, admission }, reply) => {
        const text = body?.toString().trim() ?? ''
        if (text !== '' && !/^\{\s*\}$/.test(text)) throw problem('body_not_empty', { value: quoted(text) })
        const key = headers['idempotency-key']
        // Reject repeated headers. Node joins their values with a comma, so a retry that sends the header only once
        // would have a different key and create a second record.
        if ((raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw problem('idempotency_key_twice', {})
        if (key !== undefined && !(typeof key === 'string' && idempotencyKeyFormat.test(key))) {
          throw problem('idempotency_key_malformed', { value: quoted(key) })
        }
        const { keyId, family, mode } = admission.caller as Caller
        // Hash the idempotency key, because clients may put secrets in it.
        const idempotency = key === undefined ? undefined : { family, key: hash('sha256', key) }
        const candidate = newRecord(mode)
        const created = store.createRecord({ record: candidate, keyId, idempotency })
        const record = await created.catch((error) => {
          reply.log.warn({ reason: (error as Error).message }, 'cannot store the record')
          throw storeUnavailable()
        })
        if (record.id === candidate.id) metrics.count('bank_lookup_records_created_total', mode)
        reply.log.info({ record: record.id, mode, key: keyId }, 'record created')
        reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' })
        return JSON.stringify(record)
      },
    })
  })
}

function newRecord(mode: KeyMode): StoredRecord {
  const now = new Date()
  // Start the id with the time, so that ids sort by creation time.
  const id = `rec_${now.getTime().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`
  return { id, kind: 'pet', mode, created_at: now.toISOString() }
}
