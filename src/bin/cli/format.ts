/** Parses durations, and formats output as a table for people or as JSON for scripts. */
import { Failure, UsageError } from './command.ts'

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

export function asTable(rows: object[], ifEmpty: string): string {
  const [first] = rows
  if (!first) return `${ifEmpty}\n`
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => Object.values(row).map((value) => String(value ?? '-')))]
  const widths = names.map((_, column) =>
    cells.reduce((width, line) => Math.max(width, [...(line[column] ?? '')].length), 0),
  )
  const lines = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
