/** What some commands need besides the console: the settings, and the store of keys and records. */
import type { Config, Database } from '../../config.ts'
import type { Store } from '../../store/contract.ts'
import type { Console } from './command.ts'

export async function readSettings(env: Console['env']): Promise<Config> {
  const [{ readConfig }, { defaultPaths }] = await Promise.all([import('../../config.ts'), import('../paths.ts')])
  return readConfig(env, defaultPaths)
}

/** For lookups: `dataDir` is the installed release of the channel, if there is one, as the service serves it. */
export async function readLookupSettings(env: Console['env']): Promise<Config> {
  const config = await readSettings(env)
  if (!config.channel) return config
  const { openChannelFolder } = await import('../../releases/channel-folder.ts')
  return { ...config, dataDir: openChannelFolder(config.channel.folder).currentData() ?? config.dataDir }
}

/** Opens the configured store, prints what `work` returns, and closes the store. */
export async function withStore(
  { env, write, note }: Console,
  work: (store: Store, database: Database) => Promise<string>,
): Promise<number> {
  const [{ database }, { openStore }] = await Promise.all([readSettings(env), import('../server/open-store.ts')])
  const store = await openStore(database, { onFolderCreated: (folder) => note(`Created the folder ${folder}.\n`) })
  try {
    await write(await work(store, database))
  } finally {
    await store.close()
  }
  return 0
}
