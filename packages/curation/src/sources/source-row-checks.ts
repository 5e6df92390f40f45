/** Checks shared by the readers: valid codes, sorted rows and unique rows. */
import { check as checkRoutingNumber } from '../../../../src/identifiers/aba.ts'
import { check as checkBic } from '../../../../src/identifiers/bic.ts'
import { check as checkLei } from '../../../../src/identifiers/lei.ts'
import type { Check } from '../../../../src/identifiers/verdict.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'

const fetchAgain = 'fields were moved or the file was edited: fetch it again'

/** Trims a padded field and collapses runs of spaces. */
export const collapseSpaces = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** Drops fields without a value. */
export function withoutEmpty<Values extends Record<string, string | undefined>>(
  values: Values,
): { [Field in keyof Values]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [Field in keyof Values]?: string }
}

export function requireMatch(line: number, field: string, value: string, pattern: RegExp, expected: string): string {
  if (pattern.test(value)) return value
  throw UnusableFile.at(line, `${field} is ${JSON.stringify(value)}, not ${expected}; ${fetchAgain}`)
}

export function routingNumber(line: number, field: string, value: string): string {
  const check = checkRoutingNumber(value)
  // Accept a number from an unassigned range unless it is all zeros, because the Reserve Banks list a few such numbers.
  if (!check.passed && check.reason === 'unassigned' && /[1-9]/.test(value)) return value
  return requireValid(line, field, value, check)
}

/** Returns the canonical form, which omits XXX, the branch code of a head office. */
export const bic = (line: number, field: string, value: string): string =>
  requireValid(line, field, value, checkBic(value), (canonical) => `${canonical}XXX`)

export const lei = (line: number, field: string, value: string): string =>
  requireValid(line, field, value, checkLei(value))

/** Rejects invalid codes, and any spelling other than the canonical one, because publishers use only that. */
function requireValid(
  line: number,
  field: string,
  value: string,
  check: Check,
  alternative: (canonical: string) => string = (canonical) => canonical,
): string {
  const { canonical } = check
  if (check.passed && (value === canonical || value === alternative(canonical))) return canonical
  const why = check.passed ? 'It is not in canonical form.' : check.message
  throw UnusableFile.at(
    line,
    `${field} is ${JSON.stringify(value)}, which is invalid. ${why} If many rows fail, ${fetchAgain}`,
  )
}

/**
 * Returns a check for sorted files. It rejects a row that does not sort after the previous one. `repeats` allows
 * consecutive rows to have the same key.
 */
export function createOrderCheck(
  key: string,
  { repeats = false }: { repeats?: boolean } = {},
): (line: number, value: string, label?: string) => void {
  let before = ''
  let labelBefore = ''
  return (line, value, label = value) => {
    if (value === before && !repeats)
      throw UnusableFile.at(line, `${key} ${label} is also on the previous line; fetch the file again`)
    if (value < before) {
      const found = `${key} ${label} follows ${labelBefore}, but the published file is sorted by ${key}`
      throw UnusableFile.at(line, `${found}; rows were moved: fetch the file again`)
    }
    before = value
    labelBefore = label
  }
}

/**
 * Returns a check for unsorted files. It rejects duplicate keys. It stores all keys, so use it for up to about 10,000
 * rows.
 */
export function createUniqueCheck(key: string): (line: number, value: string) => void {
  const lines = new Map<string, number>()
  return (line, value) => {
    const other = lines.get(value)
    if (other !== undefined) {
      throw UnusableFile.at(line, `${key} ${value} is also on line ${other}; fetch the file again`)
    }
    lines.set(value, line)
  }
}

/** The error for a file that is well-formed but has too few rows. `line`: the last row. */
export const truncatedFile = (line: number, rows: number, reason: string): UnusableFile =>
  UnusableFile.at(line, `the file ends after ${rows} rows; ${reason}; fetch the complete file again`)
