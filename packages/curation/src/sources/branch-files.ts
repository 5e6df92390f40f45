/**
 * The published lists of branch codes that can be imported, by their name on the command line. Each consists of several
 * files; the command line names the first, and the others are found from it.
 */
import { auBsb } from './au-bsb.ts'
import type { BranchFile } from './branch-file.ts'
import { inIfsc } from './in-ifsc.ts'
import { jpBranch } from './jp-branch.ts'

export const branchFiles: ReadonlyMap<string, BranchFile> = new Map(
  [auBsb, inIfsc, jpBranch].map((file) => [file.name, file]),
)
