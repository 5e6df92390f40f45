/** Opens the configured store. Loads only the database driver that this store needs. */
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

export async function openStore(database: Database): Promise<Store> {
  if (database.kind === 'sqlite') return (await import('../../store/sqlite.ts')).openSqliteStore(database.file)
  return (await import('../../store/postgres.ts')).openPostgresStore(database.url)
}
