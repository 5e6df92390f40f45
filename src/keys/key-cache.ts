/**
 * The key cache holds all keys of the store in memory, so that a request with a known key never waits for the store.
 * While the store is down, the cached keys stay valid. The cache also records when keys were last used, and the store
 * sync writes these times to the store.
 */

import { hashKey, type KeyRecord, keyState } from './key.ts'
import { type KeyMode, parseKeyMode } from './key-format.ts'

export interface Caller {
  keyId: string
  family: string
  mode: KeyMode
}

/** Unknown, revoked and expired keys get the same response, so that the response does not reveal the state of a key. */
export type RecordCheck = { caller: Caller } | { problem: 'key_refused' }

/**
 * `unknownHash` means that the key is not in the cache. It may be in the store if it was issued after the last refresh.
 */
export type KeyCheck = RecordCheck | { problem: 'key_malformed' } | { unknownHash: string }

export interface KeyCache {
  /** False until the first call to `replace`. Until then, the state of every key is unknown. */
  isLoaded(): boolean
  replace(records: KeyRecord[]): void
  /** Adds a key that was found in the store between two refreshes. */
  add(record: KeyRecord): void
  check(key: string): KeyCheck
  checkRecord(record: KeyRecord): RecordCheck
  /** Returns the ids of the keys used since the last call, each with the time of its last use. */
  drainUsage(): Map<string, string>
  /** Puts back usage from `drainUsage` that could not be written to the store. */
  restoreUsage(uses: Map<string, string>): void
}

export function createKeyCache(now: () => Date = () => new Date()): KeyCache {
  let byHash: Map<string, KeyRecord> | undefined
  let uses = new Map<string, string>()

  const checkRecord: KeyCache['checkRecord'] = (record) => {
    const time = now()
    if (keyState(record, time) !== 'active') return { problem: 'key_refused' }
    uses.set(record.id, time.toISOString())
    return { caller: { keyId: record.id, family: record.family, mode: record.mode } }
  }

  return {
    isLoaded: () => byHash !== undefined,
    replace: (records) => {
      byHash = new Map(records.map((record) => [record.hash, record]))
    },
    add: (record) => {
      // Keep an existing entry: it may be newer than the record, and a revocation must not be undone.
      if (byHash?.has(record.hash) === false) byHash.set(record.hash, record)
    },
    check: (key) => {
      if (parseKeyMode(key) === undefined) return { problem: 'key_malformed' }
      const hash = hashKey(key)
      const record = byHash?.get(hash)
      return record ? checkRecord(record) : { unknownHash: hash }
    },
    checkRecord,
    drainUsage: () => {
      const drained = uses
      uses = new Map()
      return drained
    },
    restoreUsage: (drained) => {
      uses = new Map([...drained, ...uses])
    },
  }
}
