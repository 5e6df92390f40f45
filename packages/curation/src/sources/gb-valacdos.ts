/**
 * Vocalink's modulus weight table (valacdos.txt): for each range of sort codes, the check that account numbers must
 * pass. The file is space-separated and sorted by range, and a range has one or two rows. Vocalink's specification
 * explains the exceptions.
 */

import type { Line } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import {
  changesBetween,
  type ModulusRow,
  malformedRow,
  modulusFile,
  modulusSource,
  readTable,
  tableText,
} from './gb-modulus-table.ts'
import { linesOf } from './lines.ts'
import type { TableFile } from './source-file.ts'

const shape = /^(\d{6}) (\d{6}) (MOD10|MOD11|DBLAL)((?: +-?\d{1,3}){14})(?: +(\d{1,2}))? *$/

export const valacdos: TableFile = {
  name: 'gb-valacdos',
  source: {
    ...modulusSource,
    title: 'Modulus weight table and sort code substitution table',
    fields: ['sort code ranges', 'weights', 'exceptions'],
  },
  rowsMin: 900,
  file: modulusFile,
  currentEdition: (text) => {
    const { source, valid_from: date, version, rows } = readTable(text)
    return { source, date, ...(version && { version }), rows: rows.length }
  },
  read: async (bytes, { text, edition }) => {
    const rows: ModulusRow[] = []
    for await (const line of linesOf(bytes, ['ascii'])) {
      const row = rowOf(line)
      checkPosition(line.number, row, rows.at(-1), rows.at(-2))
      rows.push(row)
    }
    checkPairs(rows)
    const { rows: before, version: _, ...table } = readTable(text)
    const { source, date, version } = edition
    const { title, publisher, row, substitution } = table
    // Keep the date and source of the existing substitutions: this file has none, so they are still from their own
    // edition.
    const { substitution_from = table.valid_from, substitution_source = table.source } = table
    const parts = substitution_from === date ? {} : { substitution_from, substitution_source }
    const head = { title, publisher, ...(version && { version }), valid_from: date, source, ...parts, row }
    return {
      text: tableText({ ...head, rows, substitution }),
      rows: rows.length,
      changes: changesBetween('range', byRange(before), byRange(rows)),
    }
  },
}

function rowOf({ number, text }: Line): ModulusRow {
  const [, first, last, method, weights, exception] = shape.exec(text) ?? []
  if (!first || !last || !method || !weights) {
    throw malformedRow(number, text, 'two sort codes, a method, 14 weights and an optional exception')
  }
  if (exception !== undefined && (Number(exception) < 1 || Number(exception) > 14)) {
    throw UnusableFile.at(
      number,
      `exception ${exception} is unknown (the known ones are 1 to 14); update this reader and the check`,
    )
  }
  const numbers = weights.trim().split(/ +/).map(Number)
  return exception === undefined ? [first, last, method, numbers] : [first, last, method, numbers, Number(exception)]
}

function checkPosition(line: number, [first, last]: ModulusRow, before?: ModulusRow, beforeThat?: ModulusRow): void {
  if (first > last)
    throw UnusableFile.at(line, `the range ends at ${last}, before it starts at ${first}; fetch the file again`)
  if (!before) return
  const isSecond = first === before[0] && last === before[1]
  if (isSecond && beforeThat?.[0] === first) {
    throw UnusableFile.at(
      line,
      `the range ${first} to ${last} has a third row, but only two are allowed; fetch the file again`,
    )
  }
  if (!isSecond && first <= before[1]) {
    const found = `the range ${first} to ${last} follows ${before[0]} to ${before[1]}, but the published ranges are sorted`
    throw UnusableFile.at(line, `${found}; rows were moved: fetch the file again`)
  }
}

/** Pairs of exceptions that occur on two consecutive rows of a range, in this order. Neither is meaningful alone. */
const pairs = new Map([
  [2, 9],
  [10, 11],
  [12, 13],
])
const seconds = new Set(pairs.values())

function checkPairs(rows: ModulusRow[]): void {
  for (const [at, [first, , , , exception = 0]] of rows.entries()) {
    const next = rows[at + 1]
    const before = rows[at - 1]
    const partner = pairs.get(exception)
    const lacksSecond = partner !== undefined && !(next?.[0] === first && next[4] === partner)
    const lacksFirst = seconds.has(exception) && !(before?.[0] === first && pairs.get(before[4] ?? 0) === exception)
    if (!lacksSecond && !lacksFirst) continue
    const found = `exception ${exception} appears without ${partner ?? 'its first row'}`
    throw UnusableFile.at(
      at + 1,
      `${found} in the range from ${first}; rows are missing or were moved: fetch the file again`,
    )
  }
}

function byRange(rows: ModulusRow[]): Map<string, string> {
  const ranges = Map.groupBy(rows, ([first, last]) => `${first} to ${last}`)
  const describe = (row: ModulusRow): string => row.slice(2).join(' ')
  return new Map([...ranges].map(([range, ofRange]) => [range, ofRange.map(describe).join(' and ')]))
}
