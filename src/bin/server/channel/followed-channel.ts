/**
 * The channel that the service follows, as every process sees it at the start: which data folder to read, and what to do if
 * nothing was installed yet or the installed release cannot be loaded.
 */
import { mkdirSync } from 'node:fs'
import type { ChannelSettings, Config } from '../../../config.ts'
import type { DataFolders } from '../../../dataset/data-files.ts'
import { DatasetError } from '../../../dataset/dataset-error.ts'
import { type ChannelFolder, changedFiles, openChannelFolder } from '../../../releases/channel-folder.ts'
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
  const keys = settings.keys.map(readPublicKey)
  const [{ distrustRelease, installRelease, prepareRelease }, { isForOperator }] = await Promise.all([
    import('../../../releases/channel-update.ts'),
    import('../../../releases/background-update.ts'),
  ])
  try {
    distrustRelease(folder, keys)
    if (folder.currentData() !== undefined) return undefined
    const prepared = await prepareRelease({
      url: settings.url,
      keys,
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

/** Throws `DatasetError` if a file of the current release is not as its publisher signed it. */
export function assertAsSigned({ folder }: FollowedChannel): void {
  const data = folder.currentData()
  const release = folder.releases().find(({ dataFolder }) => dataFolder === data)
  const [changed] = release ? changedFiles(release.dataFolder, release.manifest) : []
  if (changed !== undefined) throw DatasetError.at({ file: changed }, 'was changed or deleted after it was installed')
}

/**
 * Stops using the current release, because it cannot be loaded, and goes back to the one before. If its files were damaged on
 * the disk, it is deleted, and the follower downloads it again. Otherwise it waits for the next one.
 */
export function withdrawRelease({ folder }: FollowedChannel, reason: string): void {
  const state = folder.readState()
  if (!state?.current) throw new ChannelError('No release is installed.')
  const { current, id } = state
  const releases = folder.releases().filter(({ manifest }) => manifest.channel === id)
  const at = releases.findIndex(({ name }) => name === current)
  const release = releases[at]
  const isIntact = release !== undefined && changedFiles(release.dataFolder, release.manifest).length === 0
  if (!isIntact) folder.remove({ name: current })
  folder.changeState((latest) => ({
    ...(latest ?? state),
    current: releases[at - 1]?.name ?? null,
    refused: isIntact ? { sequence: release.manifest.sequence, reason } : state.refused,
  }))
}
