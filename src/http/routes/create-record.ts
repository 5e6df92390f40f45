/** The index script of the interface: with a key and an empty body it creates a record, durably, and answers it. */
import { hash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { type KeyMode, keyModes } from '../../keys/format.ts'
import type { Caller } from '../../keys/key-cache.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Store, StoredRecord } from '../../store/contract.ts'
import { challenge } from '../admission/key-check.ts'
import { problem, quoted, storeUnavailable } from '../errors/problems.ts'
import { acceptAnyBody } from '../parsers/raw-body.ts'

export const recordSchema = objectSchema('Record', {
  id: { type: 'string', description: 'Id of the record; later ones sort after earlier ones' },
  kind: { const: 'pet' },
  mode: { enum: keyModes, description: 'Mode of the key that created it' },
  created_at: { type: 'string', format: 'date-time', description: 'When it was created' },
})

export function createRecordRoute(app: FastifyInstance, { store, metrics }: { store: Store; metrics: Metrics }): void {
  app.register(async (scope) => {
    acceptAnyBody(scope)
    scope.post<{ Body: Buffer | undefined }>('/index.php', {
      schema: { summary: 'Create a record', response: { 200: recordSchema } },
      config: {
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
      onRequest: async ({ visit }) => {
        if (visit.caller === 'unchecked') throw storeUnavailable()
        if (!visit.caller) throw problem('key_missing', {}, challenge)
      },
      handler: async ({ body, headers, raw, visit }, reply) => {
        const text = body?.toString().trim() ?? ''
        if (text !== '' && !/^\{\s*\}$/.test(text)) throw problem('body_not_empty', { value: quoted(text) })
        const key = headers['idempotency-key']
        // Node joins them with a comma: a retry that has only one of them would create a second record.
        if ((raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw problem('idempotency_key_twice', {})
        if (key !== undefined && !(typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key))) {
          throw problem('idempotency_key_malformed', { value: quoted(key) })
        }
        const { keyId, family, mode } = visit.caller as Caller
        // Hashed: what a client puts there may be worth hiding, a key of its own for one.
        const idempotency = key === undefined ? undefined : { family, key: hash('sha256', key) }
        const fresh = newRecord(mode)
        const created = store.createRecord({ record: fresh, keyId, idempotency })
        const record = await created.catch((error) => {
          reply.log.warn({ reason: (error as Error).message }, 'the record was not stored')
          throw storeUnavailable()
        })
        if (record.id === fresh.id) metrics.count('bank_lookup_records_created_total', mode)
        reply.log.info({ record: record.id, mode, key: keyId }, 'record')
        reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' })
        return JSON.stringify(record)
      },
    })
  })
}

function newRecord(mode: KeyMode): StoredRecord {
  const now = new Date()
  // The time first: records in order of creation are records in order of id.
  const id = `rec_${now.getTime().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`
  return { id, kind: 'pet', mode, created_at: now.toISOString() }
}
