/**
 * Starts the service: reads the settings and the data, then runs either as the primary process or as one of its
 * workers.
 */
import { InvalidSetting, readConfig } from '../../config.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { type LoadedDirectory, loadDirectory } from '../../dataset/load/load-directory.ts'
import { createDirectory } from '../../directory/directory.ts'
import { cacheDir, defaultPaths } from '../paths.ts'
import { pinNextTickShape } from './next-tick-workaround.ts'
import { listenForRefreshSignal } from './refresh/refresh-signal.ts'

async function serve(): Promise<void> {
  const onRefreshSignal = listenForRefreshSignal()
  const config = readConfig(process.env, defaultPaths)
  await pinNextTickShape()
  const load = () => loadDirectory({ folder: config.dataDir, overlay: config.overlayDir }, cacheDir)
  // Load the modules of the server while the data is read.
  const [loaded, { startPrimary }, { isWorker, startWorker }] = await Promise.all([
    load(),
    import('./primary.ts'),
    import('./worker.ts'),
  ])
  const start = ({ packed, cache }: LoadedDirectory): Promise<void> =>
    (isWorker ? startWorker : startPrimary)({ config, directory: createDirectory(packed), cache, onRefreshSignal })
  try {
    await start(loaded)
  } catch (error) {
    if (isForOperator(error) || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    // A file of the startup cache may have the right checksum and a wrong content.
    loaded.cache.discard()
    await start(await load())
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
    return `${message}. Stop the program that uses the port, or set PORT to another one.`
  return syscall === 'listen' || syscall === 'getaddrinfo'
    ? `${message}. Set HOST to an address of this machine.`
    : (stack ?? String(error))
}

try {
  await serve()
} catch (error) {
  process.stderr.write(`bank-lookup cannot start: ${explain(error)}\n`)
  process.exitCode = 1
}
