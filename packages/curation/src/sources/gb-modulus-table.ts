/** Reads, writes and compares the British modulus table in `data/gb-modulus.json`. */
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'

/** The first and last sort code of a range, the method, 14 weights, and the exception. */
export type ModulusRow = [first: string, last: string, method: string, weights: number[], exception?: number]

export interface ModulusTable {
  title: string
  publisher: string
  version?: string
  valid_from: string
  source: string
  /** The date of the substitutions, if they are not from the same edition as the weights. */
  substitution_from?: string
  substitution_source?: string
  row: string
  rows: ModulusRow[]
  substitution: Record<string, string>
}

export const modulusFile = 'gb-modulus.json'

export const modulusSource = {
  publisher: 'Vocalink for Pay.UK',
  url: 'https://www.vocalink.com/tools/modulus-checking/',
  licence:
    '(c) Vocalink Limited; published free of charge for account validation; terms to be checked before redistribution',
  redistribution: 'unclear' as const,
  countries: ['GB'],
}

export const readTable = (text: string): ModulusTable => JSON.parse(text) as ModulusTable

/** Writes one row per line, so that a diff shows which ranges changed. */
export function tableText({ rows, substitution, ...head }: ModulusTable): string {
  const start = JSON.stringify(head, null, 2).slice(0, -2)
  const lines = rows.map(([first, last, method, weights, exception]) => {
    const tail = exception === undefined ? '' : `, ${exception}`
    return `    ["${first}", "${last}", "${method}", [${weights.join(', ')}]${tail}]`
  })
  const substitutes = JSON.stringify({ substitution }, null, 2).slice(1)
  return `${start},\n  "rows": [\n${lines.join(',\n')}\n  ],${substitutes}\n`
}

/** Describes each removed, new or changed entry in a sentence. */
export function changesBetween(
  what: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const removed = [...before.keys()].filter((key) => !after.has(key)).map((key) => `${what} ${key} was removed.`)
  const changed = [...after]
    .filter(([key, value]) => before.get(key) !== value)
    .map(([key, value]) => `${what} ${key} ${before.has(key) ? 'is now' : 'is new:'} ${value}.`)
  return [...removed, ...changed]
}

/**
 * Returns the error for a malformed row. Neither modulus file has a header, so only malformed rows reveal a wrong file.
 */
export function malformedRow(line: number, text: string, expected: string): UnusableFile {
  const found = `the row is ${JSON.stringify(text.slice(0, 100))}, but should have ${expected}`
  return UnusableFile.at(line, `${found}; the file was truncated or edited: fetch it again`)
}
