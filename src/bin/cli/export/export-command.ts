/** The command that writes the directory as files, for any web server or CDN. */
import { setFlagsFromString } from 'node:v8'
import { sourceList } from '../../../dataset/publishing/credits.ts'
import { readPublishingTerms } from '../../../dataset/publishing/publishing-terms.ts'
import { toSourceDetail } from '../../../directory/records/source.ts'
import type { ExportTerms } from '../../../export/export-data.ts'
import type { WrittenExport } from '../../../export/write-export.ts'
import { type Command, type Console, Failure, flag, type ParsedArgs, rejectExtraArguments, text } from '../command.ts'
import { asJson } from '../output-format.ts'
import { readSettings } from '../settings-and-store.ts'
import { readIncludedTerms, readOutFolder } from './publishing-options.ts'

export const exportCommand: Command = {
  usage: '--out <folder> [--site] [--with restricted,unclear] [--json]',
  summary:
    'Write the directory as files that any web server or CDN can serve: the responses of the service, CSV, XLSX, NDJSON and SQLite; with --site also the explorer. Facts with unclear or restrictive terms are left out unless --with names the terms.',
  options: { out: text, site: flag, with: text, json: flag },
  examples: ['export --out public', 'export --out public --site --with restricted,unclear'],
  run: async ({ values, positionals, ...console }) => {
    rejectExtraArguments(positionals)
    // Parsing all banks leaves much garbage, and V8 would let the heap double before it collects it.
    setFlagsFromString('--heap-growing-percent=20')
    const stop = new AbortController()
    const interrupt = (): void => stop.abort(new Failure('Interrupted; nothing was written.'))
    // A second signal ends the process at once.
    for (const signal of signals) process.once(signal, interrupt)
    try {
      const written = await writeFolder(values, console, stop.signal)
      await console.write(values.json ? asJson(toJson(written)) : format(written))
      return 0
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : toFailure(error)
    } finally {
      for (const signal of signals) process.off(signal, interrupt)
    }
  },
}

const signals = ['SIGINT', 'SIGTERM'] as const

interface Written extends WrittenExport, ExportTerms {
  folder: string
  revision: string
}

async function writeFolder(
  values: ParsedArgs['values'],
  { env, note }: Pick<Console, 'env' | 'note'>,
  signal: AbortSignal,
): Promise<Written> {
  const { dataDir, overlayDir, baseUrl = '' } = await readSettings(env)
  const include = readIncludedTerms(values)
  const out = readOutFolder(dataDir, values.out)
  const { without, toRemove, included } = readPublishingTerms(dataDir, include)
  if (overlayDir !== undefined) note('The overlay is not exported: its facts may be only for your own use.\n')
  const [{ cacheDir, programVersion }, { openExportData }, { writeAside, writeExport }] = await Promise.all([
    import('../../paths.ts'),
    import('../../../export/export-data.ts'),
    import('../../../export/write-export.ts'),
  ])
  return writeAside(out, async (draft, temporaryFolder) => {
    const prepare = async () =>
      (await import('../curation.ts')).dataForPublishing({ folder: dataDir, include, temporaryFolder }, toRemove)
    const { folder, terms } = toRemove.length > 0 ? await prepare() : { folder: dataDir, terms: included }
    const siteUrl = values.site ? baseUrl : undefined
    const data = {
      ...(await openExportData(folder, { cacheDir, version: programVersion(), without, included: terms })),
      siteUrl,
    }
    const written = await writeExport(data, { draft, temporaryFolder, signal })
    return { folder: out, revision: data.directory.revision, ...written, without, included: terms }
  })
}

/** A full disk or a folder without permission is no fault of the program. */
function toFailure(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const isExpected = code !== undefined && /^(?:E[A-Z]+|ERR_SQLITE_ERROR)$/.test(code)
  return isExpected ? new Failure(`The export failed, and nothing was written (${message}).`) : error
}

const toJson = ({ included, ...written }: Written) => ({ ...written, terms: included.map(toSourceDetail) })

function format({ folder, files, bytes, revision, without, included }: Written): string {
  const left = without.length > 0 ? ` It has no facts whose terms are ${without.join(' or ')}.` : ''
  const size = `${files.toLocaleString('en')} files, ${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
  const terms = `\nThe terms of these sources apply to it; before you redistribute it, check that they allow it:\n`
  return [
    `${folder} contains ${size}, at data revision ${revision}.${left}\n`,
    ...(included.length > 0 ? [terms, `${sourceList(included)}\n`] : []),
  ].join('')
}
