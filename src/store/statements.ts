/** The store's SQL. Both databases use the same statements, with parameters written as `$1` and `$2`. */

import type { KeyRecord } from '../keys/key.ts'
import type { KeyMode } from '../keys/key-format.ts'

const keyColumns = [
  'id',
  'family',
  'hash',
  'mode',
  'name',
  'start',
  'created_at',
  'expires_at',
  'rotated_at',
  'revoked_at',
  'last_used_at',
] as const satisfies (keyof KeyRecord)[]

export const addKey = `INSERT INTO keys (${keyColumns}) VALUES (${keyColumns.map((_, index) => `$${index + 1}`)})`

/** Returns the parameters of `addKey`. */
export const keyValues = (record: KeyRecord): (string | null)[] => keyColumns.map((column) => record[column])

export const listKeys = `SELECT ${keyColumns} FROM keys ORDER BY created_at, id`

/** This lookup is fast, because the UNIQUE constraint on `hash` has an index. */
export const findKey = `SELECT ${keyColumns} FROM keys WHERE hash = $1`

export const revokeKey = 'UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id'

/**
 * Ends a key when it is rotated. A key that expires before `$2` keeps its expiry. A key that is already rotated or
 * revoked is not changed.
 */
export const endKey = `UPDATE keys SET rotated_at = $3,
  expires_at = CASE WHEN expires_at IS NULL OR expires_at > $2 THEN $2 ELSE expires_at END
  WHERE id = $1 AND revoked_at IS NULL AND rotated_at IS NULL RETURNING id`

export const recordUse =
  'UPDATE keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)'

export const claimIdempotency = `INSERT INTO idempotency
  (family, idempotency_key, record_id, record_created_at, stored_at_second)
  VALUES ($1, $2, $3, $4, (SELECT seconds FROM running_time)) ON CONFLICT (family, idempotency_key) DO NOTHING RETURNING record_id`

export const findIdempotency = `SELECT record_id AS id, record_created_at AS created_at FROM idempotency
  WHERE family = $1 AND idempotency_key = $2`

export const advanceRunningTime = `UPDATE running_time
  SET seconds = CASE WHEN seconds >= $1 AND seconds < $2 THEN $2 ELSE seconds END RETURNING seconds`

/** Deletes one batch, because a statement that runs for seconds would block all other writers. */
export const deleteExpiredIdempotency = `DELETE FROM idempotency WHERE (family, idempotency_key) IN
  (SELECT family, idempotency_key FROM idempotency WHERE stored_at_second < $1 LIMIT 1000) RETURNING record_id`

const tables: Record<KeyMode, string> = { live: 'live_records', demo: 'demo_records' }

export const addRecord = (mode: KeyMode): string =>
  `INSERT INTO ${tables[mode]} (id, kind, key_id, created_at) VALUES ($1, $2, $3, $4)`

export function listRecords(mode: KeyMode | undefined): string {
  const modes = mode === undefined ? (['live', 'demo'] as const) : [mode]
  const parts = modes.map((name) => `SELECT id, kind, '${name}' AS mode, created_at FROM ${tables[name]}`)
  return `${parts.join(' UNION ALL ')} ORDER BY id DESC LIMIT $1`
}
