/** The command that writes the directory as files, for any web server or CDN. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPublishingTerms } from '../../../dataset/publishing/publishing-terms.ts'
import type { Redistribution } from '../../../directory/records/source.ts'
import type { ExportTerms } from '../../../export/export-data.ts'
import type { WrittenExport } from '../../../export/write-export.ts'
import { type Command, flag, rejectExtraArguments, text } from '../command.ts'
import { asJson } from '../output-format.ts'
import { readSettings } from '../settings-and-store.ts'
import { readIncludedTerms, readOutFolder } from './publishing-options.ts'

export const exportCommand: Command = {
  usage: '--out <folder> [--with restricted,unclear] [--json]',
  summary:
    'Write the directory as files that any web server or CDN can serve: the responses of the service, CSV, XLSX, NDJSON and SQLite. Facts with unclear or restrictive terms are left out unless --with names the terms.',
  options: { out: text, with: text, json: flag },
  examples: ['export --out public', 'export --out public --with restricted,unclear'],
  run: async ({ values, positionals, env, write, note }) => {
    rejectExtraArguments(positionals)
    const { dataDir, overlayDir } = await readSettings(env)
    const include = readIncludedTerms(values)
    const out = readOutFolder(dataDir, values.out)
    if (overlayDir !== undefined) note('The overlay is not exported: its facts may be yours alone.\n')
    const [{ cacheDir, projectRoot }, { openExportData }, { writeAside, writeExport }] = await Promise.all([
      import('../../paths.ts'),
      import('../../../export/export-data.ts'),
      import('../../../export/write-export.ts'),
    ])
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    const stop = new AbortController()
    const written = await writeAside(out, async (draft, temporaryFolder) => {
      const { folder, ...terms } = await dataToExport(dataDir, include, temporaryFolder)
      const data = await openExportData(folder, { ...terms, cacheDir, version })
      return { ...(await writeExport(draft, data, stop.signal)), revision: data.directory.revision, ...terms }
    })
    const summary = { folder: out, ...written }
    await write(values.json ? asJson(summary) : format(summary))
    return 0
  },
}

/** Returns a folder without the facts that must be left out. Filters the data only if it has such facts. */
async function dataToExport(
  folder: string,
  include: ReadonlySet<Redistribution>,
  temporaryFolder: string,
): Promise<ExportTerms & { folder: string }> {
  const { without, toRemove, included } = readPublishingTerms(folder, include)
  if (toRemove.length === 0) return { folder, without, included }
  const { dataForPublishing } = await import('../curation.ts')
  const reduced = await dataForPublishing({ folder, include, temporaryFolder }, toRemove)
  return { folder: reduced.folder, without, included: reduced.terms }
}

const format = ({ folder, files, bytes, revision }: WrittenExport & { folder: string; revision: string }): string =>
  `${folder} contains ${files} files, ${Math.round(bytes / 1e6)} MB, at data revision ${revision}.\n`
