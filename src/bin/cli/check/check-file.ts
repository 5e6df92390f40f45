/** Checks the accounts in a file and writes it back with the results. It streams: no row stays in memory. */
import { createReadStream } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { UnusableFile } from '../../../curate/sources/source-file.ts'
import { type Verdict, verdicts } from '../../../directory/resolve/reading.ts'
import { Failure, type ParsedArgs, type Streams, UsageError } from '../command.ts'
import { openDirectory } from './open-directory.ts'
import { type CheckOptions, createRowCheck, type RowCheck } from './row-checks.ts'
import { asJsonLines, openSheet, openText, type Table } from './table-formats.ts'

const addedColumns = ['verdict', 'reason', 'suggestion', 'bank', 'bic'] as const

/** Text is written in pieces of about this many characters. */
const pieceCharacters = 64 * 1024
/** Rows between two updates of the progress line. */
const progressRows = 10_000

/** `file`: its path, or `-` for standard input. Resolves to the exit code. */
export async function checkFile(file: string, values: ParsedArgs['values'], streams: Streams): Promise<0 | 1> {
  const failing = failingVerdicts(values['fail-on'] as string | undefined)
  const startMs = performance.now()
  // Keeps the heap small: the directory lives outside of it, and rows are garbage at once.
  setFlagsFromString('--optimize-for-size')
  try {
    const table = await openTable(file, streams.input)
    const { directory, finder } = await openDirectory(streams.config, streams.cacheFolder)
    const rowCheck = createRowCheck(values as unknown as CheckOptions, table.columns, directory, finder)
    requireColumns(table, rowCheck.columns)
    const counts = await writeRows(values.json ? asJsonLines(table) : table, rowCheck, streams)
    streams.reportProgress(summaryOf(counts, performance.now() - startMs))
    return failing.some((verdict) => counts.has(verdict)) ? 1 : 0
  } catch (error) {
    // A reader such as `head` may close the pipe early, which is not an error.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0
    throw isFileError(error) ? new Failure(`${file === '-' ? 'Standard input' : file}: ${error.message}`) : error
  }
}

const isFileError = (error: unknown): error is Error =>
  error instanceof UnusableFile || (error instanceof Error && 'syscall' in error)

/** The verdicts that give the exit code 1. */
function failingVerdicts(level: string | undefined): readonly Verdict[] {
  if (level === undefined) return []
  if (level === 'invalid') return ['invalid']
  if (level === 'unknown') return ['invalid', 'unknown', 'former']
  throw new UsageError(`--fail-on is "${level}"; use invalid or unknown.`)
}

async function openTable(file: string, input: AsyncIterable<Uint8Array>): Promise<Table> {
  if (file === '-') return openText(input)
  const bytes = createReadStream(file)
  return /\.xlsx$/i.test(file) ? openSheet(bytes) : openText(bytes)
}

function requireColumns({ columns }: Table, needed: readonly string[]): void {
  const missing = columns && needed.find((column) => !columns.includes(column))
  if (columns && missing) throw new UsageError(`The file has no column "${missing}". Columns: ${columns.join(', ')}.`)
}

/** Returns the number of rows by verdict. */
async function writeRows(
  { columns, head, rows }: Table,
  { check: checkRow }: RowCheck,
  { output, reportProgress, isTerminal }: Streams,
): Promise<Map<Verdict, number>> {
  // A column of the file keeps its name, so an added one with the same name gets a prefix.
  const names = addedColumns.map((name) => (columns?.includes(name) ? `checked_${name}` : name))
  let piece = head(names)
  const counts = new Map<Verdict, number>()
  let count = 0
  for await (const row of rows) {
    const result = checkRow(row)
    counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1)
    piece += row.write(Object.fromEntries(addedColumns.map((name, at) => [names[at] as string, result[name]])))
    if (++count % progressRows === 0 && isTerminal) reportProgress(`\r${count} rows`)
    if (piece.length < pieceCharacters) continue
    await write(output, piece)
    piece = ''
  }
  await write(output, piece)
  if (isTerminal) reportProgress('\r')
  return counts
}

/** Waits until the reader has taken the text, so that output never piles up in memory. */
const write = (output: Streams['output'], text: string): Promise<void> =>
  new Promise((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())))

function summaryOf(counts: ReadonlyMap<Verdict, number>, ms: number): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = verdicts.filter((verdict) => counts.has(verdict)).map((verdict) => `${counts.get(verdict)} ${verdict}`)
  return `${total} ${total === 1 ? 'row' : 'rows'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''} (${(ms / 1000).toFixed(1)} s).\n`
}
