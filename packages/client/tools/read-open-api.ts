/** Returns the OpenAPI description as the service serves it, from an instance on a free port of this machine. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDataset } from '../../../src/dataset/dataset.ts'
import { createDirectory } from '../../../src/directory/lookups.ts'
import { packDirectory } from '../../../src/directory/storage/packed-directory.ts'
import { buildApp } from '../../../src/http/app.ts'
import { createKeyCache } from '../../../src/keys/key-cache.ts'
import { openSqliteStore } from '../../../src/store/sqlite.ts'

const dataFolder = fileURLToPath(new URL('../../../data', import.meta.url))

export async function readOpenApi(): Promise<string> {
  // The file is created on first use, and the description does not use the store.
  const store = openSqliteStore(join(tmpdir(), 'bank-lookup-unused.sqlite'))
  const directory = createDirectory(packDirectory(readDataset(dataFolder)))
  const app = await buildApp({ directory, store, keys: createKeyCache(), preload: false })
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return await (await fetch(`${url}/openapi.json`)).text()
  } finally {
    await app.close()
    await store.close()
  }
}
