/** The contract of the store, independent of the database. One test suite checks every implementation against it. */
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
  /** A retry with the same idempotency key, from the same family of keys, finds the first record. */
  idempotency?: { family: string; key: string } | undefined
}

/** Each promise resolves once the change is durable, and rejects with `StoreUnavailable` if it is not. */
export interface Store {
  addKey(record: KeyRecord): Promise<void>
  /** Oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** The key with this SHA-256, in any state. */
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** False if the key does not exist or is already revoked. */
  revokeKey(id: string, at: string): Promise<boolean>
  /** Adds the new key and sets the end of the old one, or does neither: false if the old one is missing, rotated or revoked. */
  rotateKey(oldId: string, oldEndsAt: string, record: KeyRecord): Promise<boolean>
  recordKeyUsage(uses: Map<string, string>): Promise<void>
  /** Resolves to the stored record: the given one, or the first one with the same idempotency key. */
  createRecord(creation: Creation): Promise<StoredRecord>
  /** Newest first. */
  listRecords(filter: { mode?: KeyMode | undefined; limit: number }): Promise<StoredRecord[]>
  /**
   * Advances the running time of the store, in seconds, and returns it. `from` is the value that this process read last,
   * `to` is that value plus the time since then by its monotonic clock. Among several processes the maximum counts. A
   * store whose time is less than `from` is a different one, for example restored from a backup, and is not advanced.
   */
  advanceRunningTime(from: number, to: number): Promise<number>
  /** Deletes a batch of the idempotency keys stored before this second of the running time, and returns their number. */
  deleteExpiredIdempotencyKeys(beforeSecond: number): Promise<number>
  close(): Promise<void>
}

/** The store is temporarily unavailable; a retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
