/**
 * The responses of the service as files: the functions that write the responses write these too, so the bytes are the
 * same.
 */
import type { SupportedCountry } from '../directory/records/country-record.ts'
import { chooseList } from '../directory/requests/parameters.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import { bankTable } from '../directory/views/csv.ts'
import { bankFields } from '../directory/views/selected-fields.ts'
import { bankWorkbook } from '../directory/views/xlsx.ts'
import { requirementsJson } from '../http/snapshot/data-snapshot.ts'
import { countriesJson } from '../http/snapshot/prebuilt-lists.ts'
import { bankDetails, type ExportData, type ExportFile } from './export-data.ts'

export const countriesPath = 'v1/supported-countries/index.json'

export const listPath = ({ code }: Pick<SupportedCountry, 'code'>, extension = 'json'): string =>
  `v1/banks/${code.toLowerCase()}.${extension}`

/** Ids contain no character that a path would need to escape, and are longer than the code of a country or region. */
export const bankPath = (id: string): string => `v1/banks/${id}.json`

export const requirementsPath = ({ code }: Pick<SupportedCountry, 'code'>): string =>
  `v1/account-requirements/${code.toLowerCase()}.json`

export function* responseFiles(data: ExportData): Generator<ExportFile, void> {
  const { directory } = data
  yield { path: countriesPath, bytes: countriesJson(directory) }
  for (const country of [...directory.countries, ...directory.regions]) {
    yield { path: listPath(country), bytes: directory.defaultList(country) }
    for (const [extension, write] of [
      ['csv', bankTable],
      ['xlsx', bankWorkbook],
    ] as const) {
      const rows = runToEnd(directory.listBanks(country, chooseList({}, country, directory)))
      yield { path: listPath(country, extension), bytes: runToEnd(write(country, rows, bankFields, directory.railsOf)) }
    }
    yield { path: requirementsPath(country), bytes: requirementsJson(directory, country) }
    for (const { id, json } of bankDetails(data, country.code)) yield { path: bankPath(id), bytes: Buffer.from(json) }
  }
}
