/** Code shared by the readers of the European Central Bank's lists of institutions. */

import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import type { Claim, ClaimedCode } from './source-file.ts'
import { collapseSpaces, requireMatch, withoutEmpty } from './source-row-checks.ts'

export interface EcbCells {
  RIAD_CODE: string
  COUNTRY_OF_REGISTRATION: string
  NAME: string
  POSTAL: string
  CITY: string
  HEAD_COUNTRY_OF_REGISTRATION: string
}

/**
 * The country code of institutions that are not registered in any country, such as the European Investment Bank.
 */
const noCountry = 'E$'

/** Returns null for institutions without a country. */
export function ecbClaim(line: number, cells: EcbCells): Claim | null {
  const registered = cells.COUNTRY_OF_REGISTRATION
  requireMatch(line, 'COUNTRY_OF_REGISTRATION', registered, /^([A-Z]{2}|E\$)$/, 'a country code')
  const riad = requireMatch(line, 'RIAD_CODE', cells.RIAD_CODE, /^[A-Z]{2}\S+$|^E\$/, 'a country code and a number')
  if (!riad.startsWith(registered)) {
    const found = `the RIAD code ${riad} is in a row for ${registered}`
    throw UnusableFile.at(line, `${found}; fields were moved or the file was edited: fetch it again`)
  }
  const head = requireMatch(
    line,
    'HEAD_COUNTRY_OF_REGISTRATION',
    cells.HEAD_COUNTRY_OF_REGISTRATION,
    /^(\S\S)?$/,
    'a country code',
  )
  if (registered === noCountry) return null
  const country = registered === 'FR' && /^980\d\d$/.test(cells.POSTAL) ? 'MC' : registered
  return {
    line,
    country,
    ...withoutEmpty({
      name: requireMatch(line, 'NAME', collapseSpaces(cells.NAME), /\p{L}/u, 'a name'),
      city: collapseSpaces(cells.CITY),
    }),
    // Mark foreign branches. Only a branch has a head office in the file, and the head office of a foreign branch is in
    // another country.
    ...(head !== '' && head !== registered && { type: 'foreign_branch' as const }),
    codes: nationalCode(country, riad.slice(2)),
  }
}

/**
 * Returns the bank code for institutions in Spain, France and Monaco, where it is the number in the RIAD code. In other
 * countries, the RIAD code does not contain the bank code.
 */
function nationalCode(country: string, number: string): ClaimedCode[] {
  if (country === 'ES' && /^\d{4}$/.test(number)) return [{ scheme: 'es_entidad', value: number }]
  if (country === 'FR' && /^\d{5}$/.test(number)) return [{ scheme: 'fr_cib', value: number }]
  return country === 'MC' && /^\d{5}$/.test(number) ? [{ scheme: 'mc_cib', value: number }] : []
}
