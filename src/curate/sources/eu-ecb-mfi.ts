/**
 * List of monetary financial institutions in the European Union, from the European Central Bank. Tab-separated UTF-16,
 * unquoted. Also lists money market funds, which are not banks.
 */
import { delimitedRows } from './delimited.ts'
import { ecbClaim, ecbSource } from './ecb.ts'
import { linesOf } from './lines.ts'
import { rowsBelow } from './named-rows.ts'
import { createUniqueCheck, lei, requireMatch } from './row-checks.ts'
import type { Claim, OfficialFile } from './source-file.ts'

const columns = [
  'RIAD_CODE',
  'LEI',
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
  'HEAD_LEI',
  'REPORT',
] as const

export const ecbInstitutions: OfficialFile = {
  name: 'eu-ecb-mfi',
  source: {
    ...ecbSource,
    title: 'List of monetary financial institutions',
    fields: ['bank code', 'lei', 'name', 'city', 'type'],
  },
  completeFor: [],
  rowsMin: 3_000,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  const rows = delimitedRows(linesOf(bytes, ['utf-16le']), { delimiter: '\t', quotes: false })
  for await (const { line, cells } of rowsBelow(rows, columns)) {
    checkUnique(line, cells.RIAD_CODE)
    const category = requireMatch(line, 'CATEGORY', cells.CATEGORY, /^[A-Z][A-Za-z]/, 'words')
    const identifier = cells.LEI && lei(line, 'LEI', cells.LEI)
    const claim = ecbClaim(line, cells)
    if (!claim || /money market fund/i.test(category)) continue
    yield {
      ...claim,
      ...(identifier && { lei: identifier }),
      ...(/^central bank/i.test(category) && { type: 'central_bank' as const }),
    }
  }
}
