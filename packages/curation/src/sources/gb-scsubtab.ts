/**
 * Vocalink's sort code substitution table (scsubtab.txt). Under exception 5 of the modulus check, the calculation uses
 * a substitute for some sort codes. Each line has a sort code and its substitute, and the lines are sorted by sort
 * code.
 */
import { changesBetween, malformedRow, modulusFile, modulusSource, readTable, tableText } from './gb-modulus-table.ts'
import { linesOf } from './lines.ts'
import type { TableFile } from './source-file.ts'
import { createOrderCheck } from './source-row-checks.ts'

const shape = /^(\d{6}) (\d{6}) *$/

export const scsubtab: TableFile = {
  name: 'gb-scsubtab',
  source: { ...modulusSource, title: 'Sort code substitution table', fields: ['sort code substitutions'] },
  rowsMin: 10,
  file: modulusFile,
  currentEdition: (text) => {
    const { source, valid_from, substitution_from, substitution_source, substitution } = readTable(text)
    const rows = Object.keys(substitution).length
    return { source: substitution_source ?? source, date: substitution_from ?? valid_from, rows }
  },
  read: async (bytes, { text, edition }) => {
    const checkOrder = createOrderCheck('sort code')
    const substitutes = new Map<string, string>()
    for await (const line of linesOf(bytes, ['ascii'])) {
      const [, given, used] = shape.exec(line.text) ?? []
      if (!given || !used) throw malformedRow(line.number, line.text, 'two sort codes')
      checkOrder(line.number, given)
      substitutes.set(given, used)
    }
    const { row, rows, substitution, substitution_from: _from, substitution_source: _source, ...head } = readTable(text)
    const before = new Map(Object.entries(substitution))
    const parts =
      head.valid_from === edition.date ? {} : { substitution_from: edition.date, substitution_source: edition.source }
    return {
      text: tableText({ ...head, ...parts, row, rows, substitution: Object.fromEntries(substitutes) }),
      rows: substitutes.size,
      changes: changesBetween('sort code', before, substitutes),
    }
  },
}
