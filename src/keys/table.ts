/**
 * The keys that count, in memory: a request is never kept waiting for the store, and with the store gone the last
 * table holds. Remembers which keys were used, for whoever writes that down.
 */
import { type KeyMode, modeOfKey } from './format.ts'
import { hashOfKey, type KeyRecord, stateOfKey } from './key.ts'

export interface Caller {
  keyId: string
  family: string
  mode: KeyMode
}

/** Unknown, revoked and expired keys are refused alike: which of them it was is nobody's business. */
export type KeyCheck = { caller: Caller } | { problem: 'key_malformed' | 'key_refused' }

export interface KeyTable {
  /** False until the first table has come: then nothing can be said about any key. */
  loaded(): boolean
  replace(records: KeyRecord[]): void
  check(key: string): KeyCheck
  /** Ids of the keys used since the last call, and when. */
  takeUses(): Map<string, string>
  /** Of which nothing was written down after all. */
  putBackUses(uses: Map<string, string>): void
}

export function openKeyTable(now: () => Date = () => new Date()): KeyTable {
  let byHash: Map<string, KeyRecord> | undefined
  let uses = new Map<string, string>()
  return {
    loaded: () => byHash !== undefined,
    replace: (records) => {
      byHash = new Map(records.map((record) => [record.hash, record]))
    },
    check: (key) => {
      if (modeOfKey(key) === undefined) return { problem: 'key_malformed' }
      const record = byHash?.get(hashOfKey(key))
      const time = now()
      if (!record || stateOfKey(record, time) !== 'active') return { problem: 'key_refused' }
      uses.set(record.id, time.toISOString())
      return { caller: { keyId: record.id, family: record.family, mode: record.mode } }
    },
    takeUses: () => {
      const taken = uses
      uses = new Map()
      return taken
    },
    putBackUses: (taken) => {
      uses = new Map([...taken, ...uses])
    },
  }
}
