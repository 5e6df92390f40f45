/** The command that publishes the data to a channel, without the facts whose terms may not allow it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type CommandInput, rejectExtraArguments, UsageError } from '../../../../src/bin/cli/command.ts'
import { readIncludedTerms } from '../../../../src/bin/cli/export/publishing-options.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import { termsText } from '../../../../src/dataset/publishing/credits.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { extractNewest, signAgain, type WrittenChannel, writeRelease } from '../../../../src/releases/channel-writer.ts'
import { readPrivateKey } from '../../../../src/releases/release-signature.ts'
import { assertLoadable } from '../../../../src/releases/verify-release.ts'
import { continueHistory } from '../history/continue-history.ts'
import { dataForPublishing } from '../licence-filter/data-for-publishing.ts'
import type { Outcome } from './outcome.ts'

/** `folder`: the data to publish. */
export async function release(
  folder: string,
  { values, positionals }: Pick<CommandInput, 'values' | 'positionals'>,
): Promise<Outcome> {
  rejectExtraArguments(positionals)
  if (typeof values.key !== 'string') throw new UsageError('--key is missing; name the file with the private key.')
  if (typeof values.out !== 'string') throw new UsageError('--out is missing; name the folder of the channel.')
  const include = readIncludedTerms(values)
  const key = readPrivateKey(values.key)
  const out = resolve(values.out)
  const now = new Date()
  if (values.touch) {
    const { sequence, published_at } = signAgain(out, key, now)
    const text = values.json ? asJson({ sequence, published_at }) : `Signed ${out} again, as number ${sequence}.\n`
    return { text, code: 0 }
  }
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'bank-lookup-release-'))
  try {
    const data = dataForPublishing({ folder, include, temporaryFolder })
    const previous = join(temporaryFolder, 'previous')
    const hasPrevious = extractNewest(out, previous)
    // Never sign data that followers would reject.
    assertLoadable({ folder: data.folder }, hasPrevious && !values['accept-losses'] ? previous : undefined)
    // A reduced build has its own revisions, so its history is computed from the releases of this channel.
    if (data.folder !== folder && hasPrevious) continueHistory(previous, data.folder, now.toISOString().slice(0, 10))
    const notices = new Map(data.terms.length > 0 ? [['TERMS.md', termsText(data.terms)]] : [])
    const written = writeRelease(out, { dataFolder: data.folder, without: data.without, notices }, key, now)
    return { text: values.json ? asJson(summaryOf(written)) : explain(out, written, data.terms), code: 0 }
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

function summaryOf({ channel, isNew, bytes }: WrittenChannel) {
  const [newest] = channel.releases
  return {
    new: isNew,
    sequence: newest?.sequence,
    revision: newest?.revision,
    published_at: channel.published_at,
    bytes,
  }
}

function explain(out: string, { channel, isNew, bytes }: WrittenChannel, terms: readonly Source[]): string {
  const [newest] = channel.releases
  const release = `release ${newest?.sequence}, revision ${newest?.revision}`
  if (!isNew) return `The data is that of ${release}, so ${out} was only signed again.\n`
  const sizes = `${bytes.whole.toLocaleString('en')} bytes, ${bytes.changed.toLocaleString('en')} of them new`
  const publishers = [...new Set(terms.map(({ publisher, licence }) => `  ${publisher}: ${licence}\n`))].sort()
  const notice = publishers.length === 0 ? '' : `The terms of these publishers apply to it:\n${publishers.join('')}`
  return `Wrote ${release} to ${out}: ${sizes}. Upload the folder, with channel.json and its signature last.\n${notice}`
}
