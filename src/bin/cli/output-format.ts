/** Parses durations, and formats output as a table for people or as JSON for scripts. */
import { Failure, UsageError } from './command.ts'
import type { Screen } from './terminal/screen.ts'
import { formatTable } from './terminal/table.ts'

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a number and a unit, such as 90d, 24h, 30m or 10s. */
export function durationMs(option: string, text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? []
  if (unit === undefined)
    throw new UsageError(`${option} is "${text}"; use a number and a unit (s, m, h or d), such as 90d.`)
  return Number(count) * (unitsMs[unit] as number)
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
