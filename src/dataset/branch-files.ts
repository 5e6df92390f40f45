/** Finds and reads the branch lists of a data folder (`branches/<form>.tsv`) and of an operator's overlay. */
import { crc32 } from 'node:zlib'
import type { BranchListRecord, ReadBranchFile } from '../directory/branches/branch-list.ts'
import type { AccountFormRecord } from '../directory/records/account-form-record.ts'
import { readDataFile } from './data-file.ts'
import { type AllDataFiles, branchFile, type DataFolders, overlayName } from './data-files.ts'
import { DatasetError } from './dataset-error.ts'

/** Lists the files of each form. A file that was not read has no checksum. */
export function describeBranchLists(
  forms: readonly AccountFormRecord[],
  { files, unread }: Pick<AllDataFiles, 'files' | 'unread'>,
): BranchListRecord[] {
  return forms.flatMap(({ id, branches }) => {
    if (!branches) return []
    const names = [branchFile(id), overlayName(branchFile(id))].filter((name) => files.has(name) || unread.has(name))
    const checksumOf = (bytes: Buffer | undefined): number | null => (bytes ? crc32(bytes) : null)
    const listed = names.map((name) => ({ name, crc32: checksumOf(files.get(name)) }))
    const { source, names_source: namesSource = source } = branches
    return listed.length > 0 ? [{ form: id, source, namesSource, files: listed }] : []
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
