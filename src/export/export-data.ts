/** The data that an export is made of: the directory as the service has it, without the indexes. */
import { createBranchFileReader } from '../dataset/branch-files.ts'
import { loadDirectory } from '../dataset/load/load-directory.ts'
import { createDirectory, type Directory } from '../directory/lookups.ts'
import type { Redistribution, Source } from '../directory/records/source.ts'
import { type BankTable, createBankTable } from '../directory/storage/bank-table.ts'

export interface ExportTerms {
  /** The terms whose facts are left out. */
  without: readonly Redistribution[]
  /** The sources whose terms apply to the export, because its publisher includes them. */
  included: readonly Source[]
}

export interface ExportData extends ExportTerms {
  /** The data folder. */
  folder: string
  directory: Directory
  banks: BankTable
  /** The version of the program. */
  version: string
}

/** `path`: relative, with slashes. */
export interface ExportFile {
  path: string
  bytes: Uint8Array
}

export async function openExportData(
  folder: string,
  { cacheDir, version, without, included }: ExportTerms & { cacheDir: string; version: string },
): Promise<ExportData> {
  const { packed } = await loadDirectory({ folder }, cacheDir)
  const directory = createDirectory(packed, { readBranchFile: createBranchFileReader({ folder }) })
  return { folder, directory, banks: createBankTable(packed), version, without, included }
}

/** Yields the banks of a country in order of id, open and closed, each with the JSON of `GET /v1/banks/{id}`. */
export function* bankDetails(
  { directory, banks }: ExportData,
  country: string,
): Generator<{ id: string; json: string }, void> {
  const [first, end] = banks.ranges.get(country) ?? [0, 0]
  for (let bank = first; bank < end; bank++) {
    const { id } = banks.recordOf(bank)
    yield { id, json: directory.findBank(id) as string }
  }
}
