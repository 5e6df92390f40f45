/**
 * List of institutions subject to minimum reserves, of the European Central Bank. Published in UTF-16 with tabs; copies in
 * UTF-8 with semicolons go round and have the same columns.
 */
import { delimitedRows } from './delimited.ts'
import { ecbClaim, ecbSource } from './ecb.ts'
import { rowsBelow } from './header.ts'
import { linesOf } from './lines.ts'
import { bic, fit, unique } from './row-checks.ts'
import { inSomeOrder, keysOf } from './shuffle-check.ts'
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
  // Of the euro area only, and payment institutions have bank codes and hold no reserves.
  completeFor: [],
  rowsMin: 3_500,
  read,
}

/** The first is how it was sorted when we saw it: by country and number, some hundred rows elsewhere. */
const order = keysOf('RIAD_CODE', 'NAME', 'BIC')

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const once = unique('RIAD_CODE')
  const rows = delimitedRows(linesOf(bytes, ['utf-16le', 'utf-8']), { delimiter: tabOrSemicolon, quotes: true })
  for await (const { line, cells } of inSomeOrder(rowsBelow(rows, columns), order)) {
    once(line, cells.RIAD_CODE)
    fit(line, 'RESERVE', cells.RESERVE, /^[YN]$/, 'Y or N')
    fit(line, 'EXEMPT', cells.EXEMPT, /^[YN]$/, 'Y or N')
    const code = cells.BIC && bic(line, 'BIC', cells.BIC)
    const claim = ecbClaim(line, cells)
    if (claim) yield { ...claim, ...(code && { bic: code }) }
  }
}

/** As the header has it. */
const tabOrSemicolon = (firstLine: string): string => (firstLine.includes('\t') ? '\t' : ';')
