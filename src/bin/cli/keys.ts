/** Issuing, listing, revoking and rotating keys. A key itself is shown when it is made, and never again. */
import { hideKeys, holdsKey, keyModes } from '../../keys/format.ts'
import { hashOfKey, issueKey, type KeyRecord, stateOfKey } from '../../keys/key.ts'
import type { Store } from '../../store/contract.ts'
import { type Command, UsageError } from './command.ts'
import { asJson, asTable, durationMs } from './format.ts'

const json = { type: 'boolean' } as const

export const issue: Command = {
  usage: '--mode live|demo --name "..." [--expires 90d] [--json]',
  summary: 'Make a key and show it, this once.',
  options: { mode: { type: 'string' }, name: { type: 'string' }, expires: { type: 'string' }, json },
  run: async ({ values, words, store }) => {
    noMore(words)
    const mode = keyModes.find((known) => known === values.mode)
    if (!mode) throw new UsageError(`--mode is ${shown(values.mode)}; give live or demo.`)
    const name = String(values.name ?? '').trim()
    if (name === '' || name.length > 100)
      throw new UsageError('--name is missing or too long; say whose key it is, in up to 100 characters.')
    if (holdsKey(name)) throw new UsageError('--name holds a key; say whose key it is, not what it is.')
    const now = new Date()
    const expiresAt =
      values.expires === undefined ? null : new Date(now.getTime() + durationMs('--expires', String(values.expires)))
    const { key, record } = issueKey({ mode, name, now, expiresAt })
    await store.addKey(record)
    return values.json ? asJson(summary(key, record)) : handedOver(key, record)
  },
}

export const list: Command = {
  usage: '[--json]',
  summary: 'Show every key: whose it is, its mode and start, when it was made and last used, and its state.',
  options: { json },
  run: async ({ values, words, store }) => {
    noMore(words)
    const now = new Date()
    const keys = (await store.listKeys()).map((record) => {
      const { id, name, mode, start, created_at, expires_at, last_used_at } = record
      return { id, name, mode, start, created_at, expires_at, last_used_at, state: stateOfKey(record, now) }
    })
    return values.json ? asJson(keys) : asTable(keys, 'There is no key yet; bank-lookup keys issue makes one.')
  },
}

export const revoke: Command = {
  usage: '<id> [--json]',
  summary:
    'End a key now, named by its id or by the key itself; every process that reaches the store refuses it within 5 seconds.',
  options: { json },
  run: async ({ values, words, store }) => {
    const { id, name } = await find(store, words)
    const at = new Date().toISOString()
    if (!(await store.revokeKey(id, at))) throw new UsageError(`The key ${id} is revoked already.`)
    return values.json ? asJson({ id, revoked_at: at }) : `The key ${id} (${name}) is revoked.\n`
  },
}

export const rotate: Command = {
  usage: '<id> [--overlap 24h] [--json]',
  summary: 'Make a key that takes the place of another, which ends after the overlap.',
  options: { overlap: { type: 'string' }, json },
  run: async ({ values, words, store }) => {
    const old = await find(store, words)
    const now = new Date()
    if (stateOfKey(old, now) !== 'active')
      throw new UsageError(`The key ${old.id} is ${stateOfKey(old, now)}; issue a new one.`)
    const endsAt = new Date(now.getTime() + durationMs('--overlap', String(values.overlap ?? '24h'))).toISOString()
    const { mode, name, family, created_at, expires_at } = old
    // As long as the old one was meant to last.
    const expiresAt =
      expires_at === null ? null : new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at))
    const { key, record } = issueKey({ mode, name, now, expiresAt, family })
    if (!(await store.rotateKey(old.id, endsAt, record))) {
      throw new UsageError(`The key ${old.id} was rotated or revoked before; rotate the newest of its kind.`)
    }
    const ended = `The key ${old.id} ends at ${expires_at !== null && expires_at < endsAt ? expires_at : endsAt}.\n`
    return values.json ? asJson({ ...summary(key, record), replaces: old.id }) : handedOver(key, record) + ended
  },
}

const summary = (key: string, { id, mode, name, created_at }: KeyRecord) => ({ id, key, mode, name, created_at })

function handedOver(key: string, { id, mode, name, expires_at }: KeyRecord): string {
  const end = expires_at === null ? 'does not expire' : `expires at ${expires_at}`
  return `${key}\n\nThis is the ${mode} key ${id} (${name}); it ${end}. It is shown this once: keep it safe.\n`
}

/** By its id, or by the key itself: whoever found a leaked one has that. */
async function find(store: Store, words: string[]): Promise<KeyRecord> {
  const [wanted, ...more] = words
  if (wanted === undefined) throw new UsageError('The id of the key is missing; bank-lookup keys list shows the ids.')
  noMore(more)
  const hash = hashOfKey(wanted)
  const record = (await store.listKeys()).find((key) => key.id === wanted || key.hash === hash)
  if (!record)
    throw new UsageError(`There is no key with the id ${shown(wanted)}; bank-lookup keys list shows the ids.`)
  return record
}

function noMore(words: string[]): void {
  if (words.length > 0) throw new UsageError(`${shown(words[0])} is one word too many; put what has spaces in quotes.`)
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : hideKeys(JSON.stringify(value)))
