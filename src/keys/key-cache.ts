/**
 * The key table: every key of the store, in memory, so that a request with a known key never waits for the store. When
 * the store is down the last table remains valid. It also collects which keys were used, for `noteUses` of the store.
 */
import { type KeyMode, modeOfKey } from './format.ts'
import { hashOfKey, type KeyRecord, stateOfKey } from './key.ts'

export interface Caller {
  keyId: string
  family: string
  mode: KeyMode
}

/** Unknown, revoked and expired keys get the same response, so that it does not tell which of them a key is. */
export type RecordCheck = { caller: Caller } | { problem: 'key_refused' }

/** `unknownHash`: not in the table. The store may have the key, if it was issued since the last refresh. */
export type KeyCheck = RecordCheck | { problem: 'key_malformed' } | { unknownHash: string }

export interface KeyCache {
  /** False until the first `replace`: until then no statement about any key is possible. */
  loaded(): boolean
  replace(records: KeyRecord[]): void
  /** Adds a key that was found in the store between two refreshes. */
  add(record: KeyRecord): void
  check(key: string): KeyCheck
  checkRecord(record: KeyRecord): RecordCheck
  /** Ids of the keys used since the last call, and when. */
  drainUsage(): Map<string, string>
  /** Returns uses that could not be stored. */
  restoreUsage(uses: Map<string, string>): void
}

export function createKeyCache(now: () => Date = () => new Date()): KeyCache {
  let byHash: Map<string, KeyRecord> | undefined
  let uses = new Map<string, string>()

  const checkRecord: KeyCache['checkRecord'] = (record) => {
    const time = now()
    if (stateOfKey(record, time) !== 'active') return { problem: 'key_refused' }
    uses.set(record.id, time.toISOString())
    return { caller: { keyId: record.id, family: record.family, mode: record.mode } }
  }

  return {
    loaded: () => byHash !== undefined,
    replace: (records) => {
      byHash = new Map(records.map((record) => [record.hash, record]))
    },
    add: (record) => {
      // The table may be newer than the record: it never takes back a revocation.
      if (byHash?.has(record.hash) === false) byHash.set(record.hash, record)
    },
    check: (key) => {
      if (modeOfKey(key) === undefined) return { problem: 'key_malformed' }
      const hash = hashOfKey(key)
      const record = byHash?.get(hash)
      return record ? checkRecord(record) : { unknownHash: hash }
    },
    checkRecord,
    drainUsage: () => {
      const taken = uses
      uses = new Map()
      return taken
    },
    restoreUsage: (taken) => {
      uses = new Map([...taken, ...uses])
    },
  }
}
