/**
 * Parses and writes the rows of a branch list (`data/branches/<form>.tsv`): tab-separated text, one branch code per line,
 * sorted by code. Empty columns at the end of a line are left out.
 */
import { isUtf8 } from 'node:buffer'
import { branchColumns, branchHeaders } from '../../directory/branches/branch-list.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import type { ReportFault } from '../dataset-error.ts'

/** An empty string means a missing value. */
export type BranchRow = Record<(typeof branchColumns)[number], string>

/** Matches the codes of a list: the parts of its form up to the branch code. */
export function branchCodePattern({ parts }: { parts: Readonly<Record<string, string>> }): RegExp {
  const names = Object.keys(parts)
  const used = names.slice(0, names.indexOf('branch_code') + 1)
  return compilePattern(`^${used.map((name) => parts[name]).join('')}$`)
}

/** Returns a row for each line after the header, and reports the lines that cannot be read. The row at index n is line n + 2. */
export function parseBranchRows(bytes: Uint8Array, file: string, report: ReportFault): BranchRow[] {
  if (!isUtf8(bytes)) {
    report({ location: { file }, reason: 'is not UTF-8', fix: 'save it as UTF-8' })
    return []
  }
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n')
  const fault = (line: number, reason: string): void =>
    report({ location: { file, line }, reason, fix: 'import the list again; data/README.md describes the format' })
  if (!branchHeaders.includes(lines[0] as string))
    fault(1, `the first line is not the header ${JSON.stringify(branchHeaders[0])}, with or without "rails"`)
  const columns = (lines[0] as string).split('\t').length
  if (lines.pop() !== '') fault(lines.length + 1, 'there is no newline at the end of the file')
  const rows: BranchRow[] = []
  for (let at = 1; at < lines.length; at++) {
    const cells = (lines[at] as string).split('\t')
    const [code = '', name = '', city = '', region = '', holder = '', holder_name = '', successor = '', rails = ''] =
      cells
    if (cells.length > columns) fault(at + 1, `the line has ${cells.length} columns`)
    else if (cells.length > 1 && cells.at(-1) === '') fault(at + 1, 'the line ends with an empty column')
    rows.push({ code, name, city, region, holder, holder_name, successor, rails })
  }
  return rows
}

/** Sorts the rows. Their cells must have no tabs and no line ends. The column of rails is left out if it is empty. */
export function serializeBranchRows(rows: Iterable<BranchRow>): string {
  const sorted = [...rows].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
  const lines = sorted.map((row) =>
    branchColumns
      .map((column) => row[column])
      .join('\t')
      .replace(/\t+$/, ''),
  )
  const header = branchHeaders[sorted.some(({ rails }) => rails !== '') ? 1 : 0]
  return `${[header, ...lines].join('\n')}\n`
}
