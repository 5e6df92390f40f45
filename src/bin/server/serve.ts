/**
 * Starts the service: reads the settings and the data, then runs either as the first process or as one of its workers.
 */
import { InvalidSetting, readConfig } from '../../config.ts'
import { createBranchFileReader } from '../../dataset/branch-files.ts'
import type { StartupCache } from '../../dataset/cache/startup-cache.ts'
import type { DataFolders } from '../../dataset/data-files.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { loadDirectory } from '../../dataset/load/load-directory.ts'
import { createDirectory, type Directory } from '../../directory/lookups.ts'
import { cacheDir, defaultPaths } from '../paths.ts'
import { pinNextTickShape } from './next-tick-workaround.ts'
import { listenForRefreshes } from './refresh/refresh-triggers.ts'

async function serve(): Promise<void> {
  const config = readConfig(process.env, defaultPaths)
  const folders = { folder: config.dataDir, overlay: config.overlayDir }
  const triggers = listenForRefreshes(folders)
  await pinNextTickShape()
  // Load the modules of the server while the data is read.
  const [data, { startFirstProcess }, { isWorker, startWorker }] = await Promise.all([
    readDirectory(folders),
    import('./first-process.ts'),
    import('./worker.ts'),
  ])
  await (isWorker ? startWorker : startFirstProcess)({ config, ...data, triggers })
}

/** A file of the startup cache may have the right checksum and wrong content. The data is then read without it. */
async function readDirectory(folders: DataFolders): Promise<{ directory: Directory; cache: StartupCache }> {
  const readBranchFile = createBranchFileReader(folders)
  const { packed, cache } = await loadDirectory(folders, cacheDir)
  try {
    return { directory: createDirectory(packed, { readBranchFile }), cache }
  } catch (error) {
    if (!cache.hasBeenRead()) throw error
    process.stderr.write(`The startup cache is damaged; it is deleted, and the data is read again: ${error}\n`)
    cache.discard()
    const again = await loadDirectory(folders, cacheDir)
    return { directory: createDirectory(again.packed, { readBranchFile }), cache: again.cache }
  }
}

const isForOperator = (error: unknown): error is Error =>
  error instanceof InvalidSetting || error instanceof DatasetError

/**
 * Shows an error that the operator can fix as one sentence. Anything else is a bug and is shown with its stack trace.
 */
function explain(error: unknown): string {
  if (isForOperator(error)) return error.message
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `${message}. Stop the program that uses the port, or set PORT or ADMIN_PORT to another one.`
  return syscall === 'listen' || syscall === 'getaddrinfo'
    ? `${message}. Set HOST to an address of this machine.`
    : (stack ?? String(error))
}

try {
  await serve()
} catch (error) {
  // Exit, because open connections would keep the process alive.
  process.stderr.write(`bank-lookup cannot start: ${explain(error)}\n`, () => process.exit(1))
}
