/** Opens the configured store. Loads only the database driver that this store needs. */
import type { Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'

/**
 * `onFolderCreated` is called if the embedded store needs a new folder. `processes` is how many processes of this
 * machine open the store.
 */
export async function openStore(
  database: Database,
  { onFolderCreated, processes }: { onFolderCreated?: (folder: string) => void; processes?: number } = {},
): Promise<Store> {
  if (database.kind === 'sqlite') {
    return (await import('../../store/sqlite.ts')).openSqliteStore(database.file, onFolderCreated)
  }
  return (await import('../../store/postgres.ts')).openPostgresStore(database.url, processes)
}
