/** All banks in files of newline-delimited JSON: each line is the response of `GET /v1/banks/{id}`. */
import { bankDetails, type ExportData, type ExportFile } from './export-data.ts'

export const allBanksPath = 'ndjson/banks.ndjson'

export function* bulkFiles(data: ExportData): Generator<ExportFile, void> {
  const all: Buffer[] = []
  for (const { code, kind } of data.directory.countries) {
    if (kind === 'region') continue
    const bytes = Buffer.from(Array.from(bankDetails(data, code), ({ json }) => `${json}\n`).join(''))
    all.push(bytes)
    yield { path: `ndjson/${code.toLowerCase()}.ndjson`, bytes }
  }
  yield { path: allBanksPath, bytes: Buffer.concat(all) }
}
