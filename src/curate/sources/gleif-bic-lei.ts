/**
 * BIC-to-LEI mapping table of GLEIF and SWIFT: the legal entity that a BIC belongs to. Separated by commas, sorted by the
 * whole line. It has no names of banks.
 */
import { delimitedRows } from './delimited.ts'
import { rowsBelow } from './header.ts'
import { linesOf } from './lines.ts'
import { columnsOf, factsOf } from './official-facts.ts'
import { bic as checkedBic, lei as checkedLei, createOrderCheck } from './row-checks.ts'
import type { Claim, OfficialFile } from './source-file.ts'

export const gleifBicLei: OfficialFile = { ...factsOf('gleif-bic-lei'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('pair')
  const rows = delimitedRows(linesOf(bytes, ['ascii']), { delimiter: ',', quotes: true })
  for await (const { line, cells } of rowsBelow(rows, columnsOf('gleif-bic-lei'))) {
    const lei = checkedLei(line, 'the LEI', cells.LEI)
    const bic = checkedBic(line, 'the BIC', cells.BIC)
    checkOrder(line, `${cells.LEI},${cells.BIC}`)
    yield { line, country: bic.slice(4, 6), bic, lei, codes: [] }
  }
}
