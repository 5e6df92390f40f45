/** All official files that can be imported, keyed by their name on the command line. */
import { oenb } from './at-oenb.ts'
import { auBsb } from './au-bsb.ts'
import { brIspb } from './br-ispb.ts'
import type { BranchFile } from './branch-file.ts'
import { sixRails } from './ch-six-rails.ts'
import { bundesbank } from './de-bundesbank.ts'
import { refuseReplacedLetters } from './encoding-damage.ts'
import { epcRegisters } from './epc-registers.ts'
import { ecbInstitutions } from './eu-ecb-mfi.ts'
import { ecbReserves } from './eu-ecb-mrr.ts'
import { scsubtab } from './gb-scsubtab.ts'
import { valacdos } from './gb-valacdos.ts'
import { gleifBicLei } from './gleif-bic-lei.ts'
import { inIfsc } from './in-ifsc.ts'
import { jpBranch } from './jp-branch.ts'
import type { RailFile } from './rail-file.ts'
import type { OfficialFile, TableFile } from './source-file.ts'
import { tableSources } from './table-sources.ts'
import { fedach } from './us-fedach.ts'
import { fedwire } from './us-fedwire.ts'
import { ffiecPanel } from './us-ffiec-por.ts'
import { routingNumberLists } from './us-routing-number-lists.ts'

const byName = <File extends { name: string }>(files: File[]): ReadonlyMap<string, File> =>
  new Map(files.map((file) => [file.name, file] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const lists: OfficialFile[] = [
  ...tableSources,
  bundesbank,
  ecbInstitutions,
  ecbReserves,
  fedach,
  fedwire,
  ffiecPanel,
  gleifBicLei,
  oenb,
]

export const officialFiles: ReadonlyMap<string, OfficialFile> = byName(lists.map(refuseReplacedLetters))

export const tableFiles: ReadonlyMap<string, TableFile> = byName([scsubtab, valacdos])

/** The lists of branch codes. Each consists of several files; the command line names the first, and the others are found from it. */
export const branchFiles: ReadonlyMap<string, BranchFile> = byName([auBsb, inIfsc, jpBranch])

/** The lists of participants of payment rails. */
export const railFiles: ReadonlyMap<string, RailFile> = byName([
  brIspb,
  sixRails,
  ...epcRegisters,
  ...routingNumberLists,
])
