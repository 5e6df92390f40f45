/** What the lists of institutions of the European Central Bank have in common. */
import type { Source } from '../../directory/records/source.ts'
import { fit, known, tidy } from './row-checks.ts'
import { type Claim, type ClaimedCode, UnusableFile } from './source-file.ts'

export const ecbSource = {
  publisher: 'European Central Bank',
  url: 'https://www.ecb.europa.eu/stats/financial_corporations/list_of_financial_institutions/html/index.en.html',
  licence: 'ECB: reproduction allowed if accurate and the ECB is cited',
  redistribution: 'attribution',
  countries: ['EU', 'MC'],
} satisfies Partial<Source>

export interface EcbCells {
  RIAD_CODE: string
  COUNTRY_OF_REGISTRATION: string
  NAME: string
  POSTAL: string
  CITY: string
  HEAD_COUNTRY_OF_REGISTRATION: string
}

/** The European Central Bank and the European Investment Bank are registered in no country. */
const noCountry = 'E$'

/** Null for institutions of no country. */
export function ecbClaim(line: number, cells: EcbCells): Claim | null {
  const registered = cells.COUNTRY_OF_REGISTRATION
  fit(line, 'COUNTRY_OF_REGISTRATION', registered, /^([A-Z]{2}|E\$)$/, 'a country code')
  const riad = fit(line, 'RIAD_CODE', cells.RIAD_CODE, /^[A-Z]{2}\S+$|^E\$/, 'a country code and a number')
  if (!riad.startsWith(registered)) {
    const found = `the RIAD code ${riad} stands in a row of ${registered}`
    throw UnusableFile.at(line, `${found}; fields were moved or the file was edited: fetch it again`)
  }
  const head = fit(
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
    ...known({ name: fit(line, 'NAME', tidy(cells.NAME), /\p{L}/u, 'a name'), city: tidy(cells.CITY) }),
    // Only branches have a head office in these columns.
    ...(head !== '' && head !== registered && { type: 'foreign_branch' as const }),
    codes: nationalCode(country, riad.slice(2)),
  }
}

/** For Spain and France, with Monaco, the supervisors' numbers are the bank codes inside the IBAN. Elsewhere they are not. */
function nationalCode(country: string, number: string): ClaimedCode[] {
  if (country === 'ES' && /^\d{4}$/.test(number)) return [{ scheme: 'es_entidad', value: number }]
  if (country === 'FR' && /^\d{5}$/.test(number)) return [{ scheme: 'fr_cib', value: number }]
  return country === 'MC' && /^\d{5}$/.test(number) ? [{ scheme: 'mc_cib', value: number }] : []
}
