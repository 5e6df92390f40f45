/**
 * Follows a data channel while the service runs: asks for changes at intervals with jitter, downloads and verifies a new
 * release in a thread, and installs it once the refresher has accepted its data. Only the first process does this; the others
 * notice the new release by their watch.
 */
import type { Config } from '../../../config.ts'
import type { Metrics } from '../../../metrics/metrics.ts'
import { isForOperator, prepareInThread } from '../../../releases/background-update.ts'
import { type ChannelStatus, channelStatus } from '../../../releases/channel-status.ts'
import { installRelease } from '../../../releases/channel-update.ts'
import { programVersion } from '../../paths.ts'
import type { Log } from '../log.ts'
import type { Refresher } from '../refresh/data-refresher.ts'
import type { FollowedChannel } from './followed-channel.ts'

export interface ChannelFollower {
  stop(): void
}

/** The first check comes soon after the start, but not at the same time on all replicas. */
const firstCheckMsMax = 30_000
const retryMsMin = 60_000

export function addChannelMetrics(metrics: Metrics, status: () => ChannelStatus): void {
  const seconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time) / 1000)
  metrics.gauge('bank_lookup_channel_sequence', () => status().sequence ?? undefined)
  metrics.gauge('bank_lookup_channel_published_timestamp_seconds', () => seconds(status().published_at))
  metrics.gauge('bank_lookup_channel_checked_timestamp_seconds', () => seconds(status().checked_at))
}

export function followChannel(
  { settings, folder }: FollowedChannel,
  options: { config: Config; refresher: Refresher; metrics: Metrics; log: Log },
): ChannelFollower {
  const { config, refresher, metrics, log } = options
  const { url, keys, intervalMs, maxAgeMs } = settings
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStaleLogged = false

  const check = async (): Promise<void> => {
    const request = {
      url,
      keys,
      folder: folder.path,
      program: programVersion(),
      seed: config.dataDir,
      overlay: config.overlayDir,
    }
    const prepared = await prepareInThread(request, stopped.signal)
    const { kind, bytes, requests } = prepared
    if (kind === 'refused')
      log.warn(
        { sequence: prepared.sequence, reason: prepared.reason },
        'the newest data release was rejected before; waiting for the next one',
      )
    if (kind !== 'staged') return
    const { sequence, revision } = prepared.manifest
    // DATA_DIR is not an earlier release, so it may have more banks than the channel.
    const isFirst = prepared.state.installed === 0 || folder.currentData() === undefined
    await installRelease(folder, prepared, (dataFolder, commit) =>
      refresher.adopt({ folder: dataFolder, overlay: config.overlayDir }, commit, { isFirst }),
    )
    log.info({ sequence, revision, bytes, requests }, 'a data release was installed')
    if (prepared.conflicts.length > 0)
      log.warn(
        { banks: prepared.conflicts.slice(0, 20), count: prepared.conflicts.length },
        'the release changes banks that OVERLAY_DIR also changes; the overlay is served',
      )
  }

  const run = async (): Promise<void> => {
    try {
      await check()
      failures = 0
      metrics.count('bank_lookup_channel_checks_total', 'succeeded')
    } catch (error) {
      if (stopped.signal.aborted) return
      failures++
      metrics.count('bank_lookup_channel_checks_total', 'failed')
      if (isForOperator(error)) log.warn({ reason: error.message }, 'the data channel could not be followed')
      else log.warn({ err: error }, 'the data channel could not be followed')
    }
    warnIfStale()
    schedule(failures === 0 ? intervalMs : Math.min(retryMsMin * 2 ** (failures - 1), intervalMs))
  }

  const warnIfStale = (): void => {
    const { stale, published_at } = channelStatus(readState(), maxAgeMs, Date.now())
    if (stale && published_at !== null && !isStaleLogged)
      log.warn(
        { published_at, maxAgeDays: maxAgeMs / 86_400_000 },
        'the data channel is out of date: its publisher has not signed it for longer than DATA_CHANNEL_MAX_AGE',
      )
    isStaleLogged = stale && published_at !== null
  }
  const readState = () => {
    try {
      return folder.readState()
    } catch {
      return undefined
    }
  }

  /** Jitter: replicas that start together must not ask together. */
  const schedule = (ms: number): void => {
    if (!stopped.signal.aborted) timer = setTimeout(() => void run(), ms * (0.9 + Math.random() * 0.2)).unref()
  }

  timer = setTimeout(() => void run(), Math.random() * Math.min(firstCheckMsMax, intervalMs)).unref()
  return {
    stop: () => {
      clearTimeout(timer)
      stopped.abort()
    },
  }
}
