import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { create, issue, runCommand, startListening, temporaryFolder } from '../support/services/processes.ts'

const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id

test('a backup taken while the embedded store is in use has all acknowledged records, and can be restored', async (t) => {
  const folder = temporaryFolder(t)
  const data = { DATA_DIR: writeFolder(t, small()) }
  const settings = { ...data, DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, RATE_LIMIT: 'off' }
  const { key } = await issue(settings)
  const { url } = await startListening(t, settings)
  const first = await idOf(await create(url, key, { 'Idempotency-Key': 'first' }))
  // Other clients keep creating records during the backup.
  const others = Promise.all(Array.from({ length: 200 }, () => create(url, key)))
  const copy = join(folder, 'backup.sqlite')
  const { code, stdout, stderr } = await runCommand(settings, 'store', 'backup', copy, '--json')
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).to, copy)
  await others
  assert.equal((await runCommand(settings, 'store', 'backup', copy)).code, 2)

  const restoredFile = join(folder, 'elsewhere.sqlite')
  cpSync(copy, restoredFile)
  const restored = await startListening(t, { ...data, DATABASE_URL: `sqlite:${restoredFile}` })
  assert.equal(await idOf(await create(restored.url, key, { 'Idempotency-Key': 'first' })), first)
})

test('a PostgreSQL dump can be restored into an empty database', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const data = { DATA_DIR: writeFolder(t, small()) }
  const settings = { ...data, DATABASE_URL: postgres.url }
  const { key } = await issue(settings)
  const { url } = await startListening(t, settings)
  const first = await idOf(await create(url, key, { 'Idempotency-Key': 'first' }))
  const dump = join(temporaryFolder(t), 'backup.dump')
  const program = (name: string): string => join(postgres.programs, name)
  execFileSync(program('pg_dump'), ['--format=custom', `--file=${dump}`, postgres.url])
  execFileSync(program('createdb'), ['--maintenance-db', postgres.url, 'restored'])
  const restoredUrl = postgres.url.replace(/[^/]+$/, 'restored')
  execFileSync(program('pg_restore'), [
    '--single-transaction',
    '--clean',
    '--if-exists',
    '--no-owner',
    `--dbname=${restoredUrl}`,
    dump,
  ])
  const restored = await startListening(t, { ...data, DATABASE_URL: restoredUrl })
  assert.equal(await idOf(await create(restored.url, key, { 'Idempotency-Key': 'first' })), first)
})
