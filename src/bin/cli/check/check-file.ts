/** Checks the accounts in a file and writes it back with the results. It streams: no row stays in memory. */
import { createReadStream } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Config } from '../../../config.ts'
import { excerpt } from '../../../dataset/dataset-error.ts'
import { type Verdict, verdicts } from '../../../directory/resolve/reading.ts'
import { createLookups } from '../../../library/bank-directory.ts'
import { openData } from '../../../library/open-data.ts'
import { UnusableFile } from '../../../spreadsheets/unusable-file.ts'
import { type Console, Failure, type ParsedArgs, UsageError } from '../command.ts'
import { isEncoding } from '../text-lines.ts'
import { type BoundedOutput, countBytes, createBoundedOutput } from './bounded-output.ts'
import { type CheckOptions, createRowCheck, type RowCheck } from './row-checks.ts'
import { asJsonLines, firstSheet, openSheet, openText, type Table } from './table-formats.ts'

const addedColumns = ['verdict', 'reason', 'suggestion', 'bank', 'bic'] as const
/** Added only for a country with a list of branches. */
const branchColumns = ['branch'] as const
/** Added only with a column of BICs. */
const bicColumns = ['bic_match', 'bic_note'] as const

/** Text is written in chunks of about this many characters. */
const pieceCharacters = 64 * 1024
/** Rows between two updates of the progress line. */
const progressRows = 10_000

export interface Streams extends Pick<Console, 'openInput' | 'output' | 'note' | 'showsNotes'> {
  config: Pick<Config, 'dataDir' | 'overlayDir'>
  /** The folder of the index cache. */
  cacheFolder: string
}

/** `file`: its path, or `-` for standard input. Resolves to the exit code. */
export async function checkFile(file: string, values: ParsedArgs['values'], streams: Streams): Promise<0 | 1> {
  const failing = failingVerdicts(values['fail-on'] as string | undefined)
  const startMs = performance.now()
  // Keeps the heap small: the directory lives outside of it, and rows are garbage at once.
  setFlagsFromString('--optimize-for-size')
  const isSheet = /\.xlsx$/i.test(file)
  const { sheet, encoding } = values as { sheet?: string; encoding?: string }
  if (sheet !== undefined && !isSheet) throw new UsageError('--sheet is for XLSX files, which have several sheets.')
  if (encoding !== undefined && isSheet)
    throw new UsageError('--encoding is for text files; XLSX files name their own.')
  if (encoding !== undefined && !isEncoding(encoding))
    throw new UsageError(
      `--encoding is "${excerpt(encoding)}"; use a name such as windows-1252, iso-8859-2 or shift_jis.`,
    )
  const input = countBytes(file === '-' ? streams.openInput() : createReadStream(file))
  try {
    const open = isSheet ? openSheet : openText
    const table = await open(input.bytes, { isRaw: values.raw === true, sheet, encoding })
    const { dataDir, overlayDir } = streams.config
    const lookups = createLookups(await openData({ dataDir, overlayDir, cacheDir: streams.cacheFolder }))
    const rowCheck = createRowCheck(
      { ...values, bicColumn: values['bic-column'] } as unknown as CheckOptions,
      table.columns,
      lookups,
    )
    requireColumns(table, rowCheck.columns)
    const output = createBoundedOutput(streams.output, isSheet, input.count)
    const counts = await writeRows(values.json ? asJsonLines(table) : table, rowCheck, output, streams)
    streams.note(summaryOf(counts, performance.now() - startMs))
    return failing.some((verdict) => counts.has(verdict)) ? 1 : 0
  } catch (error) {
    // A reader such as `head` may close the pipe early, which is not an error.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0
    throw isFileError(error) ? new Failure(`${file === '-' ? 'Standard input' : file}: ${error.message}`) : error
  } finally {
    await input.close()
  }
}

const isFileError = (error: unknown): error is Error =>
  error instanceof UnusableFile || error instanceof Failure || (error instanceof Error && 'syscall' in error)

/** The verdicts that give the exit code 1. */
function failingVerdicts(level: string | undefined): readonly Verdict[] {
  if (level === undefined) return []
  if (level === 'invalid') return ['invalid']
  if (level === 'unknown') return ['invalid', 'unknown', 'former']
  throw new UsageError(`--fail-on is "${level}"; use invalid or unknown.`)
}

function requireColumns({ columns, name }: Table, needed: readonly string[]): void {
  const missing = columns && needed.find((column) => !columns.includes(column))
  if (columns && missing) {
    const advice = name === firstSheet ? ' For another sheet, use --sheet <name>.' : ''
    throw new UsageError(`${name} has no column "${missing}". Columns: ${excerpt(columns.join(', '), 1_000)}.${advice}`)
  }
}

/** Returns the number of rows by verdict. */
async function writeRows(
  { takenNames, head, rows }: Table,
  { check: checkRow, checksBranches, comparesBics }: RowCheck,
  output: BoundedOutput,
  { note, showsNotes }: Streams,
): Promise<Map<Verdict, number>> {
  const added = [...addedColumns, ...(checksBranches ? branchColumns : []), ...(comparesBics ? bicColumns : [])]
  const names = added.map((name) => freeName(name, takenNames))
  let piece = head(names)
  const counts = new Map<Verdict, number>()
  let count = 0
  for await (const row of rows) {
    const result = checkRow(row)
    counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1)
    piece += row.write(Object.fromEntries(added.map((name, at) => [names[at] as string, result[name]])))
    if (++count % progressRows === 0 && showsNotes) note(`\r${count} rows`)
    if (piece.length < pieceCharacters) continue
    await output.write(piece)
    piece = ''
  }
  await output.write(piece)
  await output.end()
  if (showsNotes) note('\r')
  return counts
}

/** A column of the file keeps its name, so an added one gets a prefix, and a number if that name is taken too. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let free = `checked_${name}`
  for (let number = 2; taken.has(free); number++) free = `checked_${name}_${number}`
  return free
}

function summaryOf(counts: ReadonlyMap<Verdict, number>, ms: number): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = verdicts.filter((verdict) => counts.has(verdict)).map((verdict) => `${counts.get(verdict)} ${verdict}`)
  return `${total} ${total === 1 ? 'row' : 'rows'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''} (${(ms / 1000).toFixed(1)} s).\n`
}
