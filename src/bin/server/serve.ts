/**
 * Starts the service: reads the settings and the data, then runs either as the first process or as one of its workers.
 */
import { type Config, InvalidSetting } from '../../config.ts'
import { createBranchFileReader } from '../../dataset/branch-files.ts'
import type { StartupCache } from '../../dataset/cache/startup-cache.ts'
import type { DataFolders } from '../../dataset/data-files.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { loadDirectory } from '../../dataset/load/load-directory.ts'
import { createDirectory, type Directory } from '../../directory/lookups.ts'
import type { ChannelState } from '../../releases/channel-folder.ts'
import { ChannelError } from '../../releases/release-format.ts'
import { readCheckedConfig } from '../misspelt-settings.ts'
import { cacheDir, defaultPaths } from '../paths.ts'
import {
  assertAsSigned,
  type DataSource,
  type FollowedChannel,
  installFirstRelease,
  openDataSource,
  withdrawRelease,
} from './channel/followed-channel.ts'
import { pinNextTickShape } from './next-tick-workaround.ts'
import { listenForRefreshes } from './refresh/refresh-triggers.ts'
import { isWorker } from './worker-environment.ts'

async function serve(): Promise<void> {
  const { config, warnings } = readCheckedConfig(process.env, defaultPaths)
  if (!isWorker) for (const warning of warnings) process.stderr.write(`${warning}\n`)
  const source = openDataSource(config)
  if (source.channel && !isWorker) await installFirst(source.channel, config)
  const triggers = listenForRefreshes(source.folders, source.channel?.folder.path)
  await pinNextTickShape()
  // Load the modules of the server while the data is read.
  const [data, { startFirstProcess }, { startWorker }] = await Promise.all([
    readSource(source, config),
    import('./first-process.ts'),
    import('./worker.ts'),
  ])
  await (isWorker ? startWorker : startFirstProcess)({ config, ...data, source, triggers })
}

async function installFirst(channel: FollowedChannel, config: Config): Promise<void> {
  const failure = await installFirstRelease(channel, config)
  if (failure !== undefined)
    process.stderr.write(`No release of the data channel is installed, so DATA_DIR is served for now: ${failure}\n`)
}

/** A release may be damaged or invalid for this program. The service then starts with an earlier one, or with `DATA_DIR`. */
async function readSource({ channel, folders }: DataSource, { dataDir }: Config) {
  let first: { error: DatasetError; state: ChannelState | undefined } | undefined
  for (;;) {
    const servedFrom = folders()
    try {
      if (channel && !isWorker) assertAsSigned(channel)
      return { ...(await readDirectory(servedFrom)), servedFrom }
    } catch (error) {
      if (!(error instanceof DatasetError) || !channel || isWorker) throw error
      const { folder } = channel
      if (servedFrom.folder === dataDir) {
        // Nothing can be loaded, so the overlay may be the reason: the next start tries the same release again.
        const { state } = first ?? {}
        if (state) folder.changeState(() => state)
        throw first?.error ?? error
      }
      first ??= { error, state: folder.readState() }
      withdrawRelease(channel, error.message)
      const next = folders().folder === dataDir ? 'DATA_DIR' : 'the release before'
      process.stderr.write(`The release of the data channel cannot be loaded, so ${next} is served: ${error.message}\n`)
    }
  }
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
  error instanceof InvalidSetting || error instanceof DatasetError || error instanceof ChannelError

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
