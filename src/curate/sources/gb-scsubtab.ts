/**
 * Sort code substitution table of Vocalink (scsubtab.txt): for exception 5 of the modulus check, the sort code to
 * calculate with in place of the one given. Two sort codes a line, in the order of the first.
 */
import { changesBetween, modulusFile, modulusSource, readTable, refuseColumns, tableText } from './gb-modulus-table.ts'
import { linesOf } from './lines.ts'
import type { TableFile } from './official.ts'
import { ascending } from './row-checks.ts'

const shape = /^(\d{6}) (\d{6}) *$/

export const scsubtab: TableFile = {
  name: 'gb-scsubtab',
  source: { ...modulusSource, title: 'Sort code substitution table', fields: ['sort code substitutions'] },
  rowsMin: 10,
  file: modulusFile,
  read: async (bytes, { text }) => {
    const inOrder = ascending('sort code')
    const substitutes = new Map<string, string>()
    for await (const line of linesOf(bytes, ['ascii'])) {
      const [, given, used] = shape.exec(line.text) ?? []
      if (!given || !used) throw refuseColumns(line.number, line.text, 'two sort codes')
      inOrder(line.number, given)
      substitutes.set(given, used)
    }
    const table = readTable(text)
    const before = new Map(Object.entries(table.substitution))
    return {
      text: tableText({ ...table, substitution: Object.fromEntries(substitutes) }),
      rows: substitutes.size,
      changes: changesBetween('sort code', before, substitutes),
    }
  },
}
