/** The commands for operators who follow a data channel: install its newest release, see what is installed, and go back. */
import { join } from 'node:path'
import type { ChannelSettings } from '../../../config.ts'
import type { ChannelFolder, InstalledRelease } from '../../../releases/channel-folder.ts'
import type { Prepared } from '../../../releases/channel-update.ts'
import {
  type Command,
  type CommandInput,
  Failure,
  flag,
  quote,
  rejectExtraArguments,
  text,
  UsageError,
} from '../command.ts'
import { asJson, asTable } from '../output-format.ts'
import { readSettings } from '../settings-and-store.ts'

interface Opened {
  settings: Pick<ChannelSettings, 'url' | 'keys'>
  folder: ChannelFolder
  /** A data folder whose files need not be downloaded, and the operator's corrections. */
  seed: string
  overlay?: string | undefined
}

async function openConfigured({ env }: CommandInput): Promise<Opened & { settings: ChannelSettings }> {
  const { channel, dataDir, overlayDir } = await readSettings(env)
  if (!channel)
    throw new Failure(
      'DATA_CHANNEL is not set; set it to the address of a channel, and DATA_CHANNEL_KEY to its public key.',
    )
  const { openChannelFolder } = await import('../../../releases/channel-folder.ts')
  return { settings: channel, folder: openChannelFolder(channel.folder), seed: dataDir, overlay: overlayDir }
}

export const pull: Command = {
  usage: '[--accept-losses] [--json]',
  summary:
    'Install the newest release of DATA_CHANNEL, as a running service does at each check. --accept-losses installs one that has lost many banks, or that was rejected before.',
  options: { 'accept-losses': flag, json: flag },
  examples: ['data pull', 'data pull --accept-losses'],
  run: async (input) => {
    rejectExtraArguments(input.positionals)
    const opened = await openConfigured(input)
    const outcome = await update(opened, { acceptLosses: input.values['accept-losses'] === true, isGuarded: true })
    await input.write(input.values.json ? asJson(outcome) : explain(outcome) + rollbackHint(opened.folder))
    return outcome.kind === 'refused' ? 1 : 0
  },
}

export const get: Command = {
  usage: '<channel> --key <public key> [--out <folder>] [--json]',
  summary:
    'Download the newest release of a channel once, verify it, and print the data folder, for DATA_DIR. The same command later downloads only what changed.',
  options: { key: { type: 'string', multiple: true }, out: text, json: flag },
  examples: [
    'data get https://data.example.com/channel.json --key public.pem',
    'data get https://data.example.com/channel.json --key public.pem --out bank-data',
  ],
  run: async ({ positionals: [channel, ...extra], values, env, write }) => {
    rejectExtraArguments(extra)
    const { out, key: keys } = values
    if (channel === undefined) throw new UsageError('The address of the channel is missing.')
    if (!Array.isArray(keys))
      throw new UsageError('--key is missing; name the PEM file with the public key of the channel.')
    const [{ parseChannelUrl }, { openChannelFolder }, { dataDir: seed }, { downloadsFolder }] = await Promise.all([
      import('../../../config.ts'),
      import('../../../releases/channel-folder.ts'),
      readSettings(env),
      import('../../paths.ts'),
    ])
    const url = parseChannelUrl(channel, 'The channel')
    // One folder for each channel: a folder has the releases of one.
    const name = url.replace(/^https?:\/\//, '').replaceAll(/[^\w.]+/g, '-')
    const folder = openChannelFolder(typeof out === 'string' ? out : join(downloadsFolder, name))
    const outcome = await update({ settings: { url, keys }, folder, seed }, { acceptLosses: true, isGuarded: false })
    const data = folder.currentData()
    if (data === undefined) throw new Failure(explain(outcome).trim())
    await write(values.json ? asJson({ ...outcome, folder: data }) : `${data}\n`)
    return 0
  },
}

export const status: Command = {
  usage: '[--verify] [--json]',
  summary:
    'Show which releases of DATA_CHANNEL are installed, which one is served, and when the channel was last signed and checked. --verify compares the files with their hashes.',
  options: { verify: flag, json: flag },
  examples: ['data status', 'data status --verify'],
  run: async ({ values, ...input }) => {
    rejectExtraArguments(input.positionals)
    const { settings, folder } = await openConfigured({ values, ...input })
    const [{ channelStatus }, { changedFiles }] = await Promise.all([
      import('../../../releases/channel-status.ts'),
      import('../../../releases/channel-folder.ts'),
    ])
    const state = folder.readState()
    const current = channelStatus(state, settings.maxAgeMs, Date.now())
    const releases = folder.releases().map(({ name, dataFolder, manifest }) => ({
      sequence: manifest.sequence,
      revision: manifest.revision,
      published_at: manifest.published_at,
      served: name === state?.current,
      ...(values.verify && { changed_files: changedFiles(dataFolder, manifest) }),
    }))
    const isDamaged = releases.some(({ served, changed_files = [] }) => served && changed_files.length > 0)
    const report = { channel: settings.url, folder: folder.path, ...current, refused: state?.refused ?? null, releases }
    if (values.json) await input.write(asJson(report))
    else {
      const rows = releases.map(({ changed_files, served, ...row }) => ({
        ...row,
        served: served ? 'yes' : 'no',
        ...(changed_files && { changed_files: changed_files.join(' ') || 'none' }),
      }))
      const lines = [
        `Channel:  ${settings.url}`,
        `Folder:   ${folder.path}`,
        `Signed:   ${current.published_at ?? 'not known'}${current.stale ? ' (out of date)' : ''}`,
        `Checked:  ${current.checked_at ?? 'never'}`,
        ...(state?.refused ? [`Rejected: release ${state.refused.sequence}, because ${state.refused.reason}`] : []),
      ]
      await input.write(
        `${lines.join('\n')}\n\n${asTable(rows, 'No release is installed; DATA_DIR is served.', input.screen)}`,
      )
    }
    return isDamaged ? 1 : 0
  },
}

export const rollback: Command = {
  usage: '[--to <sequence>] [--json]',
  summary:
    'Serve the release that was installed before, or the one with this sequence. A running service switches at once. The release that you leave is not installed again; the next one is.',
  options: { to: text, json: flag },
  examples: ['data rollback', 'data rollback --to 41'],
  run: async (input) => {
    rejectExtraArguments(input.positionals)
    const { folder, overlay } = await openConfigured(input)
    const state = folder.readState()
    const releases = folder.releases().filter(({ manifest }) => manifest.channel === state?.id)
    const at = releases.findIndex(({ name }) => name === state?.current)
    const { to } = input.values
    const isRefused = ({ manifest }: InstalledRelease): boolean => manifest.sequence === state?.refused?.sequence
    const target =
      to === undefined
        ? releases.slice(0, at < 0 ? undefined : at).findLast((release) => !isRefused(release))
        : releases.find(({ manifest }) => String(manifest.sequence) === to)
    const installed = releases.map(({ manifest }) => manifest.sequence).join(', ') || 'none'
    if (!target) {
      const missing = to === undefined ? 'There is no earlier release' : `Release ${quote(to)} is not installed`
      throw new Failure(`${missing}; installed releases: ${installed}.`)
    }
    const { sequence, revision } = target.manifest
    const [{ changedFiles }, { assertLoadable }] = await Promise.all([
      import('../../../releases/channel-folder.ts'),
      import('../../../releases/verify-release.ts'),
    ])
    if (changedFiles(target.dataFolder, target.manifest).length > 0)
      throw new Failure(`The files of release ${sequence} are damaged; data status --verify lists them.`)
    assertLoadable({ folder: target.dataFolder, overlay }, undefined)
    folder.changeState((latest = state as NonNullable<typeof state>) => {
      // The release may be one that could not be loaded at a start.
      const refused = latest.refused?.sequence === sequence ? null : latest.refused
      return { ...latest, current: target.name, refused }
    })
    await input.write(
      input.values.json
        ? asJson({ sequence, revision })
        : `Release ${sequence} (revision ${revision}) is served from now on.\n`,
    )
    return 0
  },
}

/** Without this hint, `data pull` after a rollback would seem to do nothing. */
function rollbackHint(folder: ChannelFolder): string {
  const state = folder.readState()
  const served = Number.parseInt(state?.current ?? '', 10)
  if (!state || Number.isNaN(served) || served >= state.installed) return ''
  return `Release ${served} is served after a rollback. data rollback --to ${state.installed} returns to the newest release.\n`
}

type Outcome = Pick<Prepared, 'bytes' | 'requests'> &
  (
    | { kind: 'unchanged' | 'signed_again' }
    | { kind: 'refused'; sequence: number; reason: string }
    | { kind: 'installed'; sequence: number; revision: string; conflicts: string[] }
  )

/** `isGuarded`: whether a release is compared with the one before, as a service does. */
async function update(
  { settings, folder, seed, overlay }: Opened,
  { acceptLosses, isGuarded }: { acceptLosses: boolean; isGuarded: boolean },
): Promise<Outcome> {
  const [
    { prepareRelease, installRelease },
    { readPublicKey },
    { programVersion },
    { assertLoadable },
    { updateMsMax },
  ] = await Promise.all([
    import('../../../releases/channel-update.ts'),
    import('../../../releases/release-signature.ts'),
    import('../../paths.ts'),
    import('../../../releases/verify-release.ts'),
    import('../../../releases/background-update.ts'),
  ])
  const prepared = await prepareRelease({
    ...settings,
    keys: settings.keys.map(readPublicKey),
    folder,
    program: programVersion(),
    seed,
    overlay,
    retryRefused: acceptLosses,
    signal: AbortSignal.timeout(updateMsMax),
  })
  if (prepared.kind !== 'staged') return prepared
  const { manifest, conflicts, bytes, requests, state } = prepared
  const before = isGuarded && !acceptLosses && state.installed > 0 ? folder.currentData() : undefined
  await installRelease(folder, prepared, async (dataFolder, commit) => {
    assertLoadable({ folder: dataFolder, overlay }, before)
    commit()
  })
  const { sequence, revision } = manifest
  return { kind: 'installed', sequence, revision, conflicts, bytes, requests }
}

function explain(outcome: Outcome): string {
  const { kind, bytes, requests } = outcome
  const traffic = `Downloaded ${bytes.toLocaleString('en')} bytes in ${requests} ${requests === 1 ? 'request' : 'requests'}.\n`
  if (kind === 'refused')
    return `Release ${outcome.sequence} was rejected before: ${outcome.reason}. data pull --accept-losses tries it again.\n`
  if (kind !== 'installed') return `The newest release is already installed. ${traffic}`
  const { sequence, revision, conflicts } = outcome
  const overlay =
    conflicts.length > 0 ? `OVERLAY_DIR also changes these banks, and stays on top: ${conflicts.join(', ')}.\n` : ''
  return `Installed release ${sequence}, revision ${revision}. ${traffic}${overlay}`
}
