/** Opens the store that the settings name. The driver of a database that is not used is not loaded. */
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

export async function openStore(database: Database): Promise<Store> {
  if (database.kind === 'sqlite') return (await import('../../store/sqlite.ts')).openSqliteStore(database.file)
  return (await import('../../store/postgres.ts')).openPostgresStore(database.url)
}
