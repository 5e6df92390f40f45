/**
 * The channel that the service follows, as every process sees it at the start: which data folder to read, and what to do if
 * nothing was installed yet or the installed release cannot be loaded.
 */
import { mkdirSync } from 'node:fs'
import type { ChannelSettings, Config } from '../../../config.ts'
import type { DataFolders } from '../../../dataset/data-files.ts'
import { type ChannelFolder, openChannelFolder } from '../../../releases/channel-folder.ts'
import { ChannelError } from '../../../releases/release-format.ts'
import { readPublicKey } from '../../../releases/release-signature.ts'
import { programVersion } from '../../paths.ts'

export interface FollowedChannel {
  settings: ChannelSettings
  folder: ChannelFolder
}

/** Where the data is read from. It changes when a release is installed. */
export interface DataSource {
  channel: FollowedChannel | undefined
  /** Returns the folders to read now. */
  folders(): DataFolders
}

/** Creates the folder of the channel, so that it can be watched. Throws `ChannelError` if a key is not one. */
export function openDataSource({ channel: settings, dataDir, overlayDir: overlay }: Config): DataSource {
  if (!settings) return { channel: undefined, folders: () => ({ folder: dataDir, overlay }) }
  settings.keys.forEach(readPublicKey)
  const folder = openChannelFolder(settings.folder)
  try {
    mkdirSync(folder.path, { recursive: true })
  } catch (error) {
    throw new ChannelError(
      `The folder of the data channel cannot be created (${(error as Error).message}); set DATA_CHANNEL_DIR.`,
    )
  }
  let current = dataDir
  const folders = (): DataFolders => {
    try {
      current = folder.currentData() ?? dataDir
    } catch {
      // The state is damaged. Stay on the data that is served; the follower logs the reason at each check.
    }
    return { folder: current, overlay }
  }
  return { channel: { settings, folder }, folders }
}

/** A start does not wait longer for its first release than this. */
const firstInstallMs = 60_000

/**
 * Installs the newest release before the first start, so that the service does not start with other data. Returns why this
 * failed, or undefined. Whether the data is valid shows when it is loaded.
 */
export async function installFirstRelease(
  { settings, folder }: FollowedChannel,
  config: Config,
): Promise<string | undefined> {
  const [{ installRelease, prepareRelease }, { isForOperator }] = await Promise.all([
    import('../../../releases/channel-update.ts'),
    import('../../../releases/background-update.ts'),
  ])
  try {
    if (folder.currentData() !== undefined) return undefined
    const prepared = await prepareRelease({
      url: settings.url,
      keys: settings.keys.map(readPublicKey),
      folder,
      program: programVersion(),
      seed: config.dataDir,
      signal: AbortSignal.timeout(firstInstallMs),
    })
    if (prepared.kind === 'staged') await installRelease(folder, prepared, async (_, commit) => commit())
    else if (prepared.kind === 'refused') return prepared.reason
    return undefined
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return `the download took longer than ${firstInstallMs / 1000} s`
    if (isForOperator(error) || (error as NodeJS.ErrnoException).code) return (error as Error).message
    throw error
  }
}

/** Stops using the current release, because it cannot be loaded, until a newer one is published. */
export function withdrawRelease({ folder }: FollowedChannel, reason: string): void {
  folder.changeState((state) => {
    if (!state) throw new ChannelError('No release is installed.')
    return { ...state, current: null, refused: { sequence: state.installed, reason } }
  })
}
