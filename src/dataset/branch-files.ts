/** Finds and reads the branch lists of a data folder (`branches/<form>.tsv`) and of an operator's overlay. */
import { crc32 } from 'node:zlib'
import type { BranchListRecord, ReadBranchFile } from '../directory/branches/branch-list.ts'
import type { AccountFormRecord } from '../directory/records/account-form-record.ts'
import { readDataFile } from './data-file.ts'
import { branchesFolder, overlayName } from './data-files.ts'
import { DatasetError } from './dataset-error.ts'
import type { DataFolders } from './load/background-loader.ts'

/** `hasFile`: whether there is a file with this name. The checksums are left out. */
export function describeBranchLists(
  forms: readonly AccountFormRecord[],
  hasFile: (name: string) => boolean,
): BranchListRecord[] {
  return forms.flatMap(({ id, branches }) => {
    if (!branches) return []
    const name = `${branchesFolder}/${id}.tsv`
    const files = [name, overlayName(name)].filter(hasFile).map((file) => ({ name: file, crc32: null }))
    const { source, names_source: namesSource = source } = branches
    return files.length > 0 ? [{ form: id, source, namesSource, files }] : []
  })
}

/** Reads a list on its first use. If the file has changed since it was checked, a refresh of the data is due. */
export const createBranchFileReader =
  ({ folder, overlay }: DataFolders): ReadBranchFile =>
  ({ name, crc32: checked }) => {
    const prefix = overlayName('')
    const isOverlay = overlay !== undefined && name.startsWith(prefix)
    try {
      const path = isOverlay ? name.slice(prefix.length) : name
      const bytes = readDataFile({ folder: isOverlay ? overlay : folder, path, name })
      return checked === null || crc32(bytes) === checked ? bytes : undefined
    } catch (error) {
      if (error instanceof DatasetError) return undefined
      throw error
    }
  }
