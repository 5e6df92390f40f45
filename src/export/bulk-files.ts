/** All banks in files of newline-delimited JSON: each line is the response of `GET /v1/banks/{id}`. */
import { bankDetails, type ExportData, type ExportFile } from './export-data.ts'

export const allBanksPath = 'ndjson/banks.ndjson'

export function* bulkFiles(data: ExportData): Generator<ExportFile, void> {
  const countries = data.directory.countries.filter(({ kind }) => kind === 'country')
  let length = 0
  for (const { code } of countries) {
    const bytes = linesOf(data, code)
    length += bytes.length
    yield { path: `ndjson/${code.toLowerCase()}.ndjson`, bytes }
  }
  // The lines are made again, because keeping those of all countries until now would double the memory.
  const all = Buffer.allocUnsafe(length)
  let at = 0
  for (const { code } of countries) at += linesOf(data, code).copy(all, at)
  yield { path: allBanksPath, bytes: all }
}

const linesOf = (data: ExportData, country: string): Buffer =>
  Buffer.from(Array.from(bankDetails(data, country), ({ json }) => `${json}\n`).join(''))
