/** Every official file that the workshop can read, by the name it has on the command line. */
import { oenb } from './at-oenb.ts'
import { bundesbank } from './de-bundesbank.ts'
import { ecbInstitutions } from './eu-ecb-mfi.ts'
import { ecbReserves } from './eu-ecb-mrr.ts'
import { scsubtab } from './gb-scsubtab.ts'
import { valacdos } from './gb-valacdos.ts'
import { gleifBicLei } from './gleif-bic-lei.ts'
import { nbb } from './maps/be-nbb.ts'
import { six } from './maps/ch-six.ts'
import { cnb } from './maps/cz-cnb.ts'
import { bde } from './maps/es-bde.ts'
import { epcCreditTransfer } from './maps/eu-epc-sct.ts'
import { hba } from './maps/gr-hba.ts'
import { hnb } from './maps/hr-hnb.ts'
import { cbm } from './maps/mt-cbm.ts'
import { betaalvereniging } from './maps/nl-betaalvereniging.ts'
import { bsi } from './maps/si-bsi.ts'
import { nbs } from './maps/sk-nbs.ts'
import { withItsLetters } from './replaced-letters.ts'
import type { OfficialFile, TableFile } from './source-file.ts'
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

export const officialFiles: ReadonlyMap<string, OfficialFile> = byName(lists.map(withItsLetters))

export const tableFiles: ReadonlyMap<string, TableFile> = byName([scsubtab, valacdos])
