/** What the service asks of a store, whichever database stands behind it. One test suite holds all of them to it. */
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
  /** With the key's family, what makes a retry find the first record. */
  idempotency?: { family: string; key: string } | undefined
}

/** Every promise is fulfilled when the fact is durable, and rejected with `StoreUnavailable` when it is not. */
export interface Store {
  addKey(record: KeyRecord): Promise<void>
  /** The oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** The key with this SHA-256, whatever its state. */
  findKey(hash: string): Promise<KeyRecord | undefined>
  /** False if there is no such key, or it was revoked before. */
  revokeKey(id: string, at: string): Promise<boolean>
  /** Adds the new key and lets the old one end, or neither: false if the old one is not there, or rotated or revoked. */
  rotateKey(oldId: string, oldEndsAt: string, record: KeyRecord): Promise<boolean>
  recordKeyUsage(uses: Map<string, string>): Promise<void>
  /** The record that now stands: the given one, or the first of the same idempotency key. */
  createRecord(creation: Creation): Promise<StoredRecord>
  /** The newest first. */
  listRecords(wanted: { mode?: KeyMode | undefined; limit: number }): Promise<StoredRecord[]>
  /**
   * Advances the running time of the store, in seconds, and returns it. `from` is the value that this process saw last,
   * `to` is that value and the time since by its monotonic clock. Of several processes the furthest counts. A store that
   * is behind `from` is another one, a restored one for example, and is not advanced.
   */
  advanceRunningTime(from: number, to: number): Promise<number>
  /** Deletes some of the idempotency keys stored before that second of the running time, and returns how many. */
  deleteExpiredIdempotencyKeys(beforeSecond: number): Promise<number>
  close(): Promise<void>
}

/** The store cannot do its work now; it may be able to later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
