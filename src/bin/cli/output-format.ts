/** Parses durations, and formats output as a table for people or as JSON for scripts. */
import { periodInMs } from '../../config.ts'
import { Failure, UsageError } from './command.ts'
import type { Screen } from './terminal/screen.ts'
import { formatTable } from './terminal/table.ts'

/** Parses a number and a unit, such as 90d, 24h, 30m or 10s. */
export function durationMs(option: string, text: string): number {
  const ms = periodInMs(text)
  if (ms === undefined)
    throw new UsageError(`${option} is "${text}"; use a number and a unit (s, m, h or d), such as 90d.`)
  return ms
}

/** `indent`: 0 for one line. */
export function asJson(value: unknown, indent = 2): string {
  try {
    return `${JSON.stringify(value, null, indent)}\n`
  } catch (error) {
    // Only a service can return values that are nested that deeply.
    throw error instanceof RangeError ? new Failure('The response is nested too deeply to print it.') : error
  }
}

export function asTable<Row extends object>(rows: readonly Row[], ifEmpty: string, screen: Screen): string {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const columns = names.map((header) => ({ header, value: (row: Row) => String(row[header] ?? '-') }))
  // The columns stay together: the terminal wraps a line that is too long.
  return rows.length === 0
    ? `${ifEmpty}\n`
    : formatTable(rows, columns, { ...screen, columns: Number.POSITIVE_INFINITY })
}
