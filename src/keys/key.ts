/** A key as it is stored: everything except the key itself, which is stored only as a SHA-256 hash. */
import { createHash, randomBytes } from 'node:crypto'
import { type KeyMode, keyStart, makeKey } from './key-format.ts'

export interface KeyRecord {
  id: string
  /** The id of the first key in a chain of rotations. Requests with any key in the chain come from the same client. */
  family: string
  hash: string
  mode: KeyMode
  name: string
  start: string
  created_at: string
  expires_at: string | null
  /** When this key was replaced by another. */
  rotated_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export interface NewKey {
  mode: KeyMode
  name: string
  now: Date
  expiresAt: Date | null
  /** The family of the key that this one replaces. */
  family?: string
}

/**
 * Returns the key and the record to store. The record does not contain the key, so this is the only chance to show it.
 */
export function issueKey({ mode, name, now, expiresAt, family }: NewKey): { key: string; record: KeyRecord } {
  const key = makeKey(mode, randomBytes)
  const id = `key_${randomBytes(8).toString('hex')}`
  const record: KeyRecord = {
    id,
    family: family ?? id,
    hash: hashKey(key),
    mode,
    name,
    start: keyStart(key),
    created_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    rotated_at: null,
    revoked_at: null,
    last_used_at: null,
  }
  return { key, record }
}

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export type KeyState = 'active' | 'expired' | 'revoked'

export function keyState({ revoked_at, expires_at }: KeyRecord, now: Date): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now.toISOString() ? 'expired' : 'active'
}
