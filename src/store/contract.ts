/** The interface of the store, independent of the database. The same test suite runs against every implementation. */

import type { KeyRecord } from '../keys/key.ts'
import type { KeyMode } from '../keys/key-format.ts'

export interface StoredRecord {
  id: string
  kind: 'pet'
  mode: KeyMode
  created_at: string
}

export interface Creation {
  record: StoredRecord
  keyId: string
  /**
   * A retry with the same idempotency key, sent with an API key of the same family, gets the first record instead of a
   * new one.
   */
  idempotency?: { family: string; key: string } | undefined
}

/** Each promise resolves once the change is durable, or rejects with `StoreUnavailable`. */
export interface Store {
  addKey(record: KeyRecord): Promise<void>
  /** Returns all keys, oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** Returns the key with this SHA-256 hash, whatever its state. */
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** Returns false if the key does not exist or is already revoked. */
  revokeKey(id: string, at: string): Promise<boolean>
  /**
   * Adds the new key and sets the expiry of the old key, in one transaction. Returns false and changes nothing if the
   * old key is missing, already rotated or revoked.
   */
  rotateKey(oldId: string, oldEndsAt: string, record: KeyRecord): Promise<boolean>
  recordKeyUsage(uses: Map<string, string>): Promise<void>
  /** Resolves to the stored record: the given one, or an earlier one that was created with the same idempotency key. */
  createRecord(creation: Creation): Promise<StoredRecord>
  /** Returns the newest records first. */
  listRecords(filter: { mode?: KeyMode | undefined; limit: number }): Promise<StoredRecord[]>
  /**
   * Advances the running time of the store and returns it. The running time is how long processes have used the store,
   * in seconds; unlike the wall clock, it never jumps. `from` is the value that this process last read, and `to` is
   * that value plus the time that has passed since then on its monotonic clock. If several processes advance the time,
   * the highest value wins. If the stored time is less than `from`, the store has been replaced, for example by a
   * backup, and its time is not advanced.
   */
  advanceRunningTime(from: number, to: number): Promise<number>
  /**
   * Deletes a batch of idempotency keys that were stored when the running time was less than `beforeSecond`. Returns
   * how many were deleted.
   */
  deleteExpiredIdempotencyKeys(beforeSecond: number): Promise<number>
  close(): Promise<void>
}

/** Thrown if the store is temporarily unavailable. A retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
