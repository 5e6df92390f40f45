/**
 * The European Central Bank's list of monetary financial institutions in the European Union. The file is tab-separated
 * UTF-16 without quoting. The list includes money market funds, which are not banks, so the reader skips them.
 */
import { ecbClaim } from './ecb.ts'
import { namedRows } from './named-rows.ts'
import { factsOf } from './official-facts.ts'
import type { Claim, OfficialFile } from './source-file.ts'
import { createUniqueCheck, lei, requireMatch } from './source-row-checks.ts'

export const ecbInstitutions: OfficialFile = { ...factsOf('eu-ecb-mfi'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  for await (const { line, cells } of namedRows('eu-ecb-mfi', bytes)) {
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
