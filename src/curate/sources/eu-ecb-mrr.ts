/**
 * List of institutions subject to minimum reserves, from the European Central Bank. Published in UTF-16 with tabs; copies
 * in UTF-8 with semicolons are in circulation and have the same columns. Not complete for any scheme: the list covers the
 * euro area only, and payment institutions have bank codes but hold no reserves.
 */
import { delimitedRows } from './delimited.ts'
import { ecbClaim } from './ecb.ts'
import { rowsBelow } from './header.ts'
import { linesOf } from './lines.ts'
import { columnsOf, factsOf } from './official-facts.ts'
import { bic, createUniqueCheck, requireMatch } from './row-checks.ts'
import type { Claim, OfficialFile } from './source-file.ts'

export const ecbReserves: OfficialFile = { ...factsOf('eu-ecb-mrr'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  const rows = delimitedRows(linesOf(bytes, ['utf-16le', 'utf-8']), { delimiter: tabOrSemicolon, quotes: true })
  for await (const { line, cells } of rowsBelow(rows, columnsOf('eu-ecb-mrr'))) {
    checkUnique(line, cells.RIAD_CODE)
    requireMatch(line, 'RESERVE', cells.RESERVE, /^[YN]$/, 'Y or N')
    requireMatch(line, 'EXEMPT', cells.EXEMPT, /^[YN]$/, 'Y or N')
    const code = cells.BIC && bic(line, 'BIC', cells.BIC)
    const claim = ecbClaim(line, cells)
    if (claim) yield { ...claim, ...(code && { bic: code }) }
  }
}

/** The delimiter of the header. */
const tabOrSemicolon = (firstLine: string): string => (firstLine.includes('\t') ? '\t' : ';')
