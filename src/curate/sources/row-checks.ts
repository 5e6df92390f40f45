/** What every reader asks of a row: that its codes are possible, and that it stands where the publisher puts it. */
import { check as checkRoutingNumber } from '../../identifiers/aba.ts'
import { check as checkBic } from '../../identifiers/bic.ts'
import { check as checkLei } from '../../identifiers/lei.ts'
import type { Check } from '../../identifiers/verdict.ts'
import { UnusableFile } from './source-file.ts'

const again = 'fields were moved or the file was edited: fetch it again'

/** Without the spaces that fill a field, and with one where there are several. */
export const tidy = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** Only what has a value. */
export function known<Values extends Record<string, string | undefined>>(
  values: Values,
): { [Field in keyof Values]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [Field in keyof Values]?: string }
}

export function fit(line: number, field: string, value: string, pattern: RegExp, expected: string): string {
  if (pattern.test(value)) return value
  throw UnusableFile.at(line, `${field} is ${JSON.stringify(value)}, not ${expected}; ${again}`)
}

export function routingNumber(line: number, field: string, value: string): string {
  const check = checkRoutingNumber(value)
  // The Reserve Banks list a few numbers of ranges that are not assigned.
  if (!check.passed && check.reason === 'unassigned' && /[1-9]/.test(value)) return value
  return passing(line, field, value, check)
}

/** Canonical: without the XXX that means the head office. */
export const bic = (line: number, field: string, value: string): string =>
  passing(line, field, value, checkBic(value), (canonical) => `${canonical}XXX`)

export const lei = (line: number, field: string, value: string): string => passing(line, field, value, checkLei(value))

/** Published codes are written as they are, so that another spelling is a fault, too. */
function passing(
  line: number,
  field: string,
  value: string,
  check: Check,
  alsoWritten: (canonical: string) => string = (canonical) => canonical,
): string {
  const { canonical } = check
  if (check.passed && (value === canonical || value === alsoWritten(canonical))) return canonical
  const why = check.passed ? 'It is not written in one piece.' : check.message
  throw UnusableFile.at(
    line,
    `${field} is ${JSON.stringify(value)}, which cannot be. ${why} If others follow, ${again}`,
  )
}

/** For files that are published in the order of this key: one that does not come after the one before is refused. */
export function ascending(
  key: string,
  { repeats = false }: { repeats?: boolean } = {},
): (line: number, value: string, shown?: string) => void {
  let before = ''
  let shownBefore = ''
  return (line, value, shown = value) => {
    if (value === before && !repeats)
      throw UnusableFile.at(line, `${key} ${shown} stands in the line before, too; fetch the file again`)
    if (value < before) {
      const found = `${key} ${shown} follows ${shownBefore}, and the published file is sorted by it`
      throw UnusableFile.at(line, `${found}; rows were moved: fetch the file again`)
    }
    before = value
    shownBefore = shown
  }
}

/** For files that are not sorted strictly. Keeps the keys, so only for those of some ten thousand rows. */
export function unique(key: string): (line: number, value: string) => void {
  const lines = new Map<string, number>()
  return (line, value) => {
    const other = lines.get(value)
    if (other !== undefined) {
      throw UnusableFile.at(line, `${key} ${value} stands in line ${other}, too; fetch the file again`)
    }
    lines.set(value, line)
  }
}
