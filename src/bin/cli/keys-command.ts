/** The commands that issue, list, revoke and rotate keys. The key itself is printed only once, when it is issued. */

import { hashKey, issueKey, type KeyRecord, keyState } from '../../keys/key.ts'
import { holdsKey, keyModes } from '../../keys/key-format.ts'
import type { Store } from '../../store/contract.ts'
import { type Command, flag, quote, rejectExtraArguments, text, UsageError } from './command.ts'
import { asJson, asTable, durationMs } from './output-format.ts'
import { withStore } from './settings-and-store.ts'

const quotesHint = 'Quote a value that contains spaces.'

export const issue: Command = {
  usage: '--mode live|demo --name "..." [--expires 90d] [--json]',
  summary: 'Issue a key and print it. It is shown only once.',
  options: { mode: text, name: text, expires: text, json: flag },
  examples: ['keys issue --mode live --name "Checkout"', 'keys issue --mode demo --name "Trial" --expires 90d'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      rejectExtraArguments(positionals, quotesHint)
      const mode = keyModes.find((keyMode) => keyMode === values.mode)
      if (!mode) throw new UsageError(`--mode is ${quote(values.mode)}; use live or demo.`)
      const name = String(values.name ?? '').trim()
      if (name === '' || name.length > 100)
        throw new UsageError('--name is missing or too long; name the owner of the key in up to 100 characters.')
      if (holdsKey(name)) throw new UsageError('--name contains a key; name the owner of the key instead.')
      const now = new Date()
      const expiresAt =
        values.expires === undefined ? null : new Date(now.getTime() + durationMs('--expires', String(values.expires)))
      const { key, record } = issueKey({ mode, name, now, expiresAt })
      await store.addKey(record)
      return values.json ? asJson(toJson(key, record)) : formatIssuedKey(key, record)
    }),
}

export const list: Command = {
  usage: '[--json]',
  summary: 'List all keys: the owner, mode, first characters and state of each, and when it was issued and last used.',
  options: { json: flag },
  examples: ['keys list', 'keys list --json'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      rejectExtraArguments(positionals)
      const now = new Date()
      const keys = (await store.listKeys()).map((record) => {
        const { id, name, mode, start, created_at, expires_at, last_used_at } = record
        return { id, name, mode, start, created_at, expires_at, last_used_at, state: keyState(record, now) }
      })
      return values.json
        ? asJson(keys)
        : asTable(keys, 'There are no keys yet; run bank-lookup keys issue to create one.', console.screen)
    }),
}

export const revoke: Command = {
  usage: '<id> [--json]',
  summary:
    'Revoke a key, given by its id or by the key itself. Every process that can reach the store rejects it within 5 seconds.',
  options: { json: flag },
  examples: ['keys revoke key_0123456789abcdef', 'keys revoke key_0123456789abcdef --json'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      const { id, name } = await findKey(store, positionals)
      const at = new Date().toISOString()
      if (!(await store.revokeKey(id, at))) throw new UsageError(`The key ${id} is already revoked.`)
      return values.json ? asJson({ id, revoked_at: at }) : `The key ${id} (${name}) is revoked.\n`
    }),
}

export const rotate: Command = {
  usage: '<id> [--overlap 24h] [--json]',
  summary: 'Issue a key that replaces another one. The old key expires after the overlap.',
  options: { overlap: text, json: flag },
  examples: ['keys rotate key_0123456789abcdef', 'keys rotate key_0123456789abcdef --overlap 7d'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      const old = await findKey(store, positionals)
      const now = new Date()
      if (keyState(old, now) !== 'active')
        throw new UsageError(`The key ${old.id} is ${keyState(old, now)}; issue a new one.`)
      const endsAt = new Date(now.getTime() + durationMs('--overlap', String(values.overlap ?? '24h'))).toISOString()
      const { mode, name, family, created_at, expires_at } = old
      // Give the new key the same lifetime as the old one.
      const expiresAt =
        expires_at === null ? null : new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at))
      const { key, record } = issueKey({ mode, name, now, expiresAt, family })
      if (!(await store.rotateKey(old.id, endsAt, record))) {
        throw new UsageError(
          `The key ${old.id} has already been rotated or revoked; rotate the newest key in its chain.`,
        )
      }
      const expiry = expires_at !== null && expires_at < endsAt ? expires_at : endsAt
      return values.json
        ? asJson({ ...toJson(key, record), replaces: old.id })
        : `${formatIssuedKey(key, record)}The key ${old.id} expires at ${expiry}.\n`
    }),
}

const toJson = (key: string, { id, mode, name, created_at }: KeyRecord) => ({ id, key, mode, name, created_at })

function formatIssuedKey(key: string, { id, mode, name, expires_at }: KeyRecord): string {
  const expiry = expires_at === null ? 'does not expire' : `expires at ${expires_at}`
  return `${key}\n\nThis is the ${mode} key ${id} (${name}); it ${expiry}. It is shown only once: keep it safe.\n`
}

/** Finds a key by its id or by the key itself. If a key leaks, the key itself may be all that the operator knows. */
async function findKey(store: Store, positionals: string[]): Promise<KeyRecord> {
  const [idOrKey, ...more] = positionals
  if (idOrKey === undefined) throw new UsageError('The id of the key is missing; bank-lookup keys list shows the ids.')
  rejectExtraArguments(more, quotesHint)
  const hash = hashKey(idOrKey)
  const record = (await store.listKeys()).find((key) => key.id === idOrKey || key.hash === hash)
  if (!record)
    throw new UsageError(`There is no key with the id ${quote(idOrKey)}; bank-lookup keys list shows the ids.`)
  return record
}
