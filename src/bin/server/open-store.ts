/** Opens the configured store. Loads only the database driver that this store needs. */
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

/** `onFolderCreated` is called if the embedded store needs a new folder. */
export async function openStore(database: Database, onFolderCreated?: (folder: string) => void): Promise<Store> {
  if (database.kind === 'sqlite') {
    return (await import('../../store/sqlite.ts')).openSqliteStore(database.file, onFolderCreated)
  }
  return (await import('../../store/postgres.ts')).openPostgresStore(database.url)
}
