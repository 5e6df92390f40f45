/** The contract of the store, independent of the database. The same test suite runs against every implementation. */
import type { KeyMode } from '../keys/format.ts'
import type { KeyRecord } from '../keys/key.ts'

export interface StoredRecord {
  id: string
  kind: 'pet'
  mode: KeyMode
  created_at: string
}

export interface Creation {
  record: StoredRecord
  keyId: string
  /** A retry with the same idempotency key and a key of the same family gets the first record instead of a new one. */
  idempotency?: { family: string; key: string } | undefined
}

/** Each promise resolves once the change is durable, or rejects with `StoreUnavailable`. */
export interface Store {
  addKey(record: KeyRecord): Promise<void>
  /** Oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** The key with this SHA-256, in any state. */
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** False if the key does not exist or is already revoked. */
  revokeKey(id: string, at: string): Promise<boolean>
  /**
   * Adds the new key and sets when the old key expires, in one transaction. Returns false and changes nothing if the
   * old key is missing, rotated or revoked.
   */
  rotateKey(oldId: string, oldEndsAt: string, record: KeyRecord): Promise<boolean>
  recordKeyUsage(uses: Map<string, string>): Promise<void>
  /** Resolves to the stored record: the given one, or an earlier one that was created with the same idempotency key. */
  createRecord(creation: Creation): Promise<StoredRecord>
  /** Newest first. */
  listRecords(filter: { mode?: KeyMode | undefined; limit: number }): Promise<StoredRecord[]>
  /**
   * Advances the running time of the store, in seconds, and returns it. `from` is the value that this process last
   * read, and `to` is that value plus the time that has passed since then by its monotonic clock. If several processes
   * advance it, the highest value wins. If the stored time is less than `from`, the store has been replaced, for
   * example by a backup, and its time is not advanced.
   */
  advanceRunningTime(from: number, to: number): Promise<number>
  /**
   * Deletes a batch of idempotency keys stored before this second of the running time, and returns how many it deleted.
   */
  deleteExpiredIdempotencyKeys(beforeSecond: number): Promise<number>
  close(): Promise<void>
}

/** The store is temporarily unavailable; a retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
