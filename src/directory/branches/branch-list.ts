/**
 * A list of branch codes (`data/branches/<form>.tsv`). The list is part of the data revision, but it is large and few
 * processes need it, so the directory holds only this description, and reads the file when the list is first used.
 */

/**
 * The columns of a branch list. Empty cells at the end of a row are left out. A list without rails lacks the last column
 * in its header too. In a list with rails, an empty cell means all rails of the country that have a letter, and `-`
 * for none of them.
 */
export const branchColumns = ['code', 'name', 'city', 'region', 'holder', 'holder_name', 'successor', 'rails'] as const

const columnsWithoutRails = branchColumns.slice(0, -1)

/** The two headers that a list can have. */
export const branchHeaders: readonly string[] = [columnsWithoutRails, branchColumns].map((names) => names.join('\t'))

export interface BranchListRecord {
  /** Id of the account form that reads the codes; it names the file. */
  form: string
  /** Id of the source that says which codes exist. */
  source: string
  /** Id of the source of the names and places. */
  namesSource: string
  /** The file in the data folder, then the one in the overlay, whose rows replace those of the first; at least one. */
  files: BranchFile[]
}

export interface BranchFile {
  /** As in `DataFiles`: `branches/in_ifsc.tsv`, or `overlay/branches/in_ifsc.tsv`. */
  name: string
  /** Identifies the content that was checked; null for the data of a package, which does not change. */
  crc32: number | null
}

/** Returns the content of a file, or undefined if it is not the content that was checked. */
export type ReadBranchFile = (file: BranchFile) => Uint8Array | undefined
