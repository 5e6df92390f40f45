/**
 * The command that downloads the official lists that have a fixed address, and imports them. Its output is Markdown: the
 * text of the change that a weekly job proposes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Console, Failure, type ParsedArgs, quote, UsageError } from '../../../../src/bin/cli/command.ts'
import files from '../sources/official-files.json' with { type: 'json' }
import { download } from '../update/download.ts'
import { importInto } from './import-command.ts'
import { lintData } from './lint-command.ts'
import type { Outcome } from './outcome.ts'

/** The largest list, the Bank Master of SIX, has less than 1 MB. */
const limits = { bytesMax: 20_000_000, timeoutMs: 120_000 }

/** The addresses of the lists, by source. One file can be read by two importers. */
const addresses: ReadonlyMap<string, string> = new Map([
  ...Object.entries(files).flatMap(([name, file]) => ('download' in file ? [[name, file.download] as const] : [])),
  ['ch-six-rails', files['ch-six'].download],
])

interface Imported {
  source: string
  text: string
  isImported: boolean
}

export async function updateData(
  folder: string,
  { values, positionals, note }: ParsedArgs & Pick<Console, 'note'>,
): Promise<Outcome> {
  const sources = positionals.length > 0 ? positionals : [...addresses.keys()].sort()
  const unknown = sources.find((source) => !addresses.has(source))
  if (unknown !== undefined)
    throw new UsageError(`${quote(unknown)} has no fixed address. Sources: ${[...addresses.keys()].sort().join(', ')}.`)
  const temporary = mkdtempSync(join(tmpdir(), 'bank-lookup-update-'))
  try {
    const imported: Imported[] = []
    for (const source of sources) {
      note(`${source}\n`)
      imported.push(await update(source, { folder, path: join(temporary, source), values, note }))
    }
    const { text: lint } = await lintData(folder, { values: {}, positionals: [] })
    return { text: report(imported, lint), code: imported.some(({ isImported }) => isImported) ? 0 : 1 }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

interface UpdateRequest extends Pick<ParsedArgs, 'values'>, Pick<Console, 'note'> {
  folder: string
  /** Where the downloaded file is stored. */
  path: string
}

/** A list that cannot be fetched or read does not stop the others. */
async function update(source: string, { folder, path, values, note }: UpdateRequest): Promise<Imported> {
  const { from, write } = values
  const address = typeof from === 'string' ? new URL(source, from).href : (addresses.get(source) as string)
  try {
    const asOf = await download(address, path, limits)
    const options = { 'as-of': asOf, write }
    const { text } = await importInto(folder, { values: options, positionals: [source, path], note })
    return { source, text: `${address}, as of ${asOf}\n\n${text}`, isImported: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { source, text: `Not imported: ${error.message.replaceAll(path, 'The file')}\n`, isImported: false }
  }
}

/** Lists are shown as code, because names of banks can contain characters that Markdown interprets. */
function report(imported: readonly Imported[], lint: string): string {
  const sections = [...imported, { source: 'data lint', text: lint }].map(
    ({ source, text }) => `## ${source}\n\n~~~text\n${text.trimEnd()}\n~~~\n`,
  )
  return sections.join('\n')
}
