/**
 * The European Central Bank's list of institutions subject to minimum reserves. It is published as tab-separated
 * UTF-16, but copies in semicolon-separated UTF-8 with the same columns are in circulation. The list is not complete
 * for any scheme: it covers only the euro area, and payment institutions have bank codes but hold no reserves.
 */
import { ecbClaim } from './ecb.ts'
import { listFile } from './list-file.ts'
import { bic, createUniqueCheck, requireMatch } from './source-row-checks.ts'

export const ecbReserves = listFile('eu-ecb-mrr', () => {
  const checkUnique = createUniqueCheck('RIAD_CODE')
  return ({ line, cells }) => {
    checkUnique(line, cells.RIAD_CODE)
    requireMatch(line, 'RESERVE', cells.RESERVE, /^[YN]$/, 'Y or N')
    requireMatch(line, 'EXEMPT', cells.EXEMPT, /^[YN]$/, 'Y or N')
    const code = cells.BIC && bic(line, 'BIC', cells.BIC)
    const claim = ecbClaim(line, cells)
    return claim && { ...claim, ...(code && { bic: code }) }
  }
})
