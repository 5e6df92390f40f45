/**
 * List of institutions subject to minimum reserves, from the European Central Bank. Published as tab-separated
 * UTF-16; copies in semicolon-separated UTF-8 are in circulation and have the same columns.
 */
import { delimitedRows } from './delimited.ts'
import { ecbClaim, ecbSource } from './ecb.ts'
import { linesOf } from './lines.ts'
import { rowsBelow } from './named-rows.ts'
import { bic, createUniqueCheck, requireMatch } from './row-checks.ts'
import type { Claim, OfficialFile } from './source-file.ts'

const columns = [
  'RIAD_CODE',
  'BIC',
  'COUNTRY_OF_REGISTRATION',
  'NAME',
  'BOX',
  'ADDRESS',
  'POSTAL',
  'CITY',
  'CATEGORY',
  'HEAD_COUNTRY_OF_REGISTRATION',
  'HEAD_NAME',
  'HEAD_RIAD_CODE',
  'RESERVE',
  'EXEMPT',
] as const

export const ecbReserves: OfficialFile = {
  name: 'eu-ecb-mrr',
  source: {
    ...ecbSource,
    title: 'List of institutions subject to minimum reserves',
    fields: ['bank code', 'bic', 'name', 'city', 'type'],
  },
  // The list covers the euro area only, and payment institutions have bank codes but hold no reserves.
  completeFor: [],
  rowsMin: 3_500,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  const rows = delimitedRows(linesOf(bytes, ['utf-16le', 'utf-8']), { delimiter: tabOrSemicolon, quotes: true })
  for await (const { line, cells } of rowsBelow(rows, columns)) {
    checkUnique(line, cells.RIAD_CODE)
    requireMatch(line, 'RESERVE', cells.RESERVE, /^[YN]$/, 'Y or N')
    requireMatch(line, 'EXEMPT', cells.EXEMPT, /^[YN]$/, 'Y or N')
    const code = cells.BIC && bic(line, 'BIC', cells.BIC)
    const claim = ecbClaim(line, cells)
    if (claim) yield { ...claim, ...(code && { bic: code }) }
  }
}

/** The delimiter that the header uses. */
const tabOrSemicolon = (firstLine: string): string => (firstLine.includes('\t') ? '\t' : ';')
