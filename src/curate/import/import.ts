/** Brings an official file into the data: reads it, weighs every row, and answers what would become of the banks. */
import { createReadStream, statSync } from 'node:fs'
import { readCorrections } from '../corrections.ts'
import type { DataFolder } from '../data-folder.ts'
import { type OfficialFile, UnusableFile } from '../sources/official.ts'
import { checkBanks } from './checked.ts'
import { type Draft, isEdition, startDraft } from './draft.ts'
import { type Pass, startPass } from './pass.ts'
import { sourceOf } from './source-of.ts'

export interface ImportRequest {
  folder: DataFolder
  file: OfficialFile
  /** Of the file that was fetched. */
  path: string
  /** Year, month and day, or less, of the file's own date. */
  asOf: string
  /** Told from time to time how much of the file has been read, from 0 to 1. */
  onProgress(share: number, rows: number): void
}

export interface Imported {
  draft: Draft
  rows: number
  passedOver: number
}

/** What one bank gained can let another row be matched; so it is read again until nothing more comes of it. */
const roundsMax = 5

export async function importFile(request: ImportRequest): Promise<Imported> {
  const { folder, file, asOf } = request
  const draft = startDraft(folder, readCorrections(folder), sourceOf(folder, file, asOf), file)
  let pass = startPass(draft)
  for (let round = 0; round < roundsMax; round++) {
    const before = draft.edits()
    pass = startPass(draft)
    // What is doubtful, and what stays, is said as it is after the last reading.
    draft.forgetDoubts()
    await readInto(pass, request)
    if (round === 0) refuseShort(folder, file, pass.rows())
    pass.finish()
    if (draft.edits() === before) break
  }
  checkBanks(folder, draft)
  return { draft, rows: pass.rows(), passedOver: pass.passedOver() }
}

async function readInto(pass: Pass, { file, path, onProgress }: ImportRequest): Promise<void> {
  const size = statSync(path).size
  if (size === 0) throw new UnusableFile('The file is empty; fetch it again.')
  let read = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
      read += bytes.length
      onProgress(read / size, pass.rows())
      yield bytes
    }
  }
  for await (const claim of file.read(counted())) pass.take(claim)
}

/** Of what an earlier file of this publisher gave us, at least so much has to be there again. */
const shareMin = 0.8

function refuseShort(
  { banks }: DataFolder,
  { name, rowsMin, completeFor, ownCompleteFor = [] }: OfficialFile,
  rows: number,
): void {
  if (rows < rowsMin) {
    throw new UnusableFile(`It has ${rows} rows; ${name} never has fewer than ${rowsMin}. Fetch it again, whole.`)
  }
  const whole = [...completeFor, ...ownCompleteFor]
  let held = 0
  for (const { codes = [] } of banks.values()) {
    for (const { scheme, status, source } of codes) {
      if (status === undefined && whole.includes(scheme) && isEdition(source, name)) held++
    }
  }
  if (rows < held * shareMin) {
    throw new UnusableFile(
      `It has ${rows} rows, and an earlier one gave us ${held} codes: so many do not vanish at once. Fetch it again, whole.`,
    )
  }
}
