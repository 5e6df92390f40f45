/** The store on a PostgreSQL server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { checkContract, newKey } from '../support/store-contract.ts'

test('PostgreSQL fulfils the contract', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const { default: pg } = await import('pg')
  await checkContract(t, {
    open: () => openPostgresStore(postgres.url),
    reset: async () => {
      const client = new pg.Client(postgres.url)
      await client.connect()
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
      await client.end()
    },
  })
})

test('tables that go missing from PostgreSQL are an error; no empty ones are created', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const { default: pg } = await import('pg')
  const store = openPostgresStore(postgres.url)
  t.after(() => store.close())
  await store.addKey(newKey())
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.end()
  for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(store.listKeys(), /"keys" does not exist/)
})
