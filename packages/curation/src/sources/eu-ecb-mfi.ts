/**
 * The European Central Bank's list of monetary financial institutions in the European Union. The file is tab-separated
 * UTF-16 without quoting. The list includes money market funds, which are not banks, so the reader skips them.
 */
import { ecbClaim } from './ecb.ts'
import { listFile } from './list-file.ts'
import { createUniqueCheck, lei, requireMatch } from './source-row-checks.ts'

export const ecbInstitutions = listFile('eu-ecb-mfi', () => {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  return ({ line, cells }) => {
    checkUnique(line, cells.RIAD_CODE)
    const category = requireMatch(line, 'CATEGORY', cells.CATEGORY, /^[A-Z][A-Za-z]/, 'words')
    const identifier = cells.LEI && lei(line, 'LEI', cells.LEI)
    const claim = ecbClaim(line, cells)
    if (!claim || /money market fund/i.test(category)) return null
    return {
      ...claim,
      ...(identifier && { lei: identifier }),
      ...(/^central bank/i.test(category) && { type: 'central_bank' as const }),
    }
  }
})
