/** All official files that the import can read, by their name on the command line. */
import { oenb } from './at-oenb.ts'
import { bundesbank } from './de-bundesbank.ts'
import { refuseReplacedLetters } from './encoding-damage.ts'
import { ecbInstitutions } from './eu-ecb-mfi.ts'
import { ecbReserves } from './eu-ecb-mrr.ts'
import { scsubtab } from './gb-scsubtab.ts'
import { valacdos } from './gb-valacdos.ts'
import { gleifBicLei } from './gleif-bic-lei.ts'
import type { OfficialFile, TableFile } from './source-file.ts'
import { nbb } from './table-sources/be-nbb.ts'
import { six } from './table-sources/ch-six.ts'
import { cnb } from './table-sources/cz-cnb.ts'
import { bde } from './table-sources/es-bde.ts'
import { epcCreditTransfer } from './table-sources/eu-epc-sct.ts'
import { hba } from './table-sources/gr-hba.ts'
import { hnb } from './table-sources/hr-hnb.ts'
import { cbm } from './table-sources/mt-cbm.ts'
import { betaalvereniging } from './table-sources/nl-betaalvereniging.ts'
import { bsi } from './table-sources/si-bsi.ts'
import { nbs } from './table-sources/sk-nbs.ts'
import { fedach } from './us-fedach.ts'
import { fedwire } from './us-fedwire.ts'
import { ffiecPanel } from './us-ffiec-por.ts'

const byName = <File extends { name: string }>(files: File[]): ReadonlyMap<string, File> =>
  new Map(files.map((file) => [file.name, file]))

const lists: OfficialFile[] = [
  oenb,
  nbb,
  six,
  cnb,
  bundesbank,
  bde,
  ecbInstitutions,
  ecbReserves,
  epcCreditTransfer,
  gleifBicLei,
  hba,
  hnb,
  cbm,
  betaalvereniging,
  bsi,
  nbs,
  fedach,
  fedwire,
  ffiecPanel,
]

export const officialFiles: ReadonlyMap<string, OfficialFile> = byName(lists.map(refuseReplacedLetters))

export const tableFiles: ReadonlyMap<string, TableFile> = byName([scsubtab, valacdos])
