/** Reads and compares the branch lists of data folders (`branches/<form>.tsv`). */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFile } from '../../../src/dataset/data-file.ts'
import { branchesFolder } from '../../../src/dataset/data-files.ts'
import type { BranchRow } from '../../../src/dataset/tables/branch-rows.ts'
import { branchColumns } from '../../../src/directory/branches/branch-list.ts'

/** Returns the files of the folder `branches/` by name, sorted. */
export function readBranchFiles(folder: string): Map<string, Buffer> {
  const path = join(folder, branchesFolder)
  const names = existsSync(path) ? readdirSync(path).sort() : []
  return new Map(
    names.map((each) => {
      const name = `${branchesFolder}/${each}`
      return [name, readDataFile({ folder, path: name, name })]
    }),
  )
}

export interface BranchCounts {
  added: number
  removed: number
  changed: number
}

export function compareBranchRows(older: readonly BranchRow[], newer: readonly BranchRow[]): BranchCounts {
  const before = new Map(older.map((row) => [row.code, row]))
  let [added, changed] = [0, 0]
  for (const row of newer) {
    const old = before.get(row.code)
    if (!old) added++
    else if (branchColumns.some((column) => row[column] !== old[column])) changed++
  }
  return { added, removed: before.size + added - newer.length, changed }
}
