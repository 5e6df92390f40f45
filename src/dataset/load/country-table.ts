/** Reads what is needed to find the countries that a caller wants to open. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CountryRecord } from '../../directory/records/country-record.ts'
import { buildFile, type DataBuildRecord } from '../../directory/records/data-build-record.ts'
import { readDataFile } from '../data-file.ts'
import { DatasetError } from '../dataset-error.ts'
import { mergeRows } from '../overlay.ts'
import { parseJson } from '../read-folder.ts'

const file = 'countries.json'

/** Checks only what is needed to find a country: the rest is checked when the countries are loaded. */
export function readCountryTable(folder: string, overlay?: string): CountryRecord[] {
  const shipped = readRows(folder)
  const own = overlay !== undefined && existsSync(join(overlay, file)) ? readRows(overlay) : []
  return mergeRows(shipped, own, ({ code }) => code)
}

/** Reads the description of a reduced data build. Returns undefined if the data is complete. */
export function readBuildRecord(folder: string): DataBuildRecord | undefined {
  const path = join(folder, buildFile)
  if (!existsSync(path)) return undefined
  const build = parseJson(readDataFile({ folder, path: buildFile, name: path }).toString(), { file: path })
  const { countries } = (build ?? {}) as Partial<DataBuildRecord>
  if (isCountryList(countries)) return build as DataBuildRecord
  throw DatasetError.at({ file: path }, 'has no list of countries')
}

function readRows(folder: string): CountryRecord[] {
  try {
    const rows: unknown = JSON.parse(readDataFile({ folder, path: file, name: join(folder, file) }).toString())
    if (isCountryList(rows)) return rows
  } catch (error) {
    if (error instanceof DatasetError) throw error
  }
  throw DatasetError.at({ file: join(folder, file) }, 'is not a JSON list of countries')
}

/** The schemas would need Ajv, which takes longer to load than the table. */
const isCountryList = (rows: unknown): rows is CountryRecord[] =>
  Array.isArray(rows) &&
  rows.every(
    (row) =>
      isTexts([row?.code, row?.name]) &&
      isTexts([row.alpha3 ?? '', row.display_name ?? '', row.local_name ?? '']) &&
      [row.also, row.members, row.other_names].every((list) => isTexts(list ?? [])),
  )

const isTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string')
