/** Brings an official file into the data: reads it, weighs every row, and answers what would become of the banks. */
import { createReadStream, statSync } from 'node:fs'
import { readCorrections } from '../corrections.ts'
import type { DataFolder } from '../data-folder.ts'
import { isEdition } from '../source-series.ts'
import { type OfficialFile, UnusableFile } from '../sources/source-file.ts'
import { type Pass, startPass } from './apply-rows.ts'
import { type Draft, startDraft } from './changes/draft.ts'
import { sourceOf } from './source-entry.ts'
import { endsEarly } from './truncated-file-error.ts'
import { checkBanks } from './validate.ts'

export interface ImportRequest {
  folder: DataFolder
  file: OfficialFile
  /** Of the file that was fetched. */
  path: string
  /** Year, month and day, or less, of the file's own date. */
  asOf: string
  /** Whether many codes may be gone at once. */
  acceptsLosses: boolean
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
  const { folder, file, asOf, acceptsLosses } = request
  const held = countHeld(folder, file)
  const draft = startDraft(folder, readCorrections(folder), sourceOf(folder, file, asOf), file)
  let pass = startPass(draft)
  for (let round = 0; round < roundsMax; round++) {
    const before = draft.edits()
    pass = startPass(draft)
    // What is doubtful, and what stays, is said as it is after the last reading.
    draft.forgetDoubts()
    const lastLine = await readInto(pass, request)
    if (round === 0) refuseShort(held, file, pass.rows(), lastLine)
    pass.finish()
    if (!acceptsLosses) refuseLosses(held, draft, lastLine)
    if (draft.edits() === before) break
  }
  checkBanks(folder, draft)
  return { draft, rows: pass.rows(), passedOver: pass.passedOver() }
}

/** Answers the line of the last row. */
async function readInto(pass: Pass, { folder, file, path, onProgress }: ImportRequest): Promise<number> {
  const size = statSync(path).size
  if (size === 0) throw UnusableFile.at(1, 'the file is empty; fetch it again')
  let read = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
      read += bytes.length
      onProgress(read / size, pass.rows())
      yield bytes
    }
  }
  let lastLine = 1
  for await (const claim of file.read(counted(), folder.schemes)) {
    lastLine = claim.line
    pass.take(claim)
  }
  return lastLine
}

/** Of the codes that the file would have, at least so many rows have to be there, and so few may be gone at once. */
const rowsShareMin = 0.8
const lossShareMax = 0.1
/** In a short list a few are many, and nothing strange. */
const lossMax = 5

function refuseShort(held: number, { name, rowsMin }: OfficialFile, rows: number, lastLine: number): void {
  if (rows < rowsMin) throw endsEarly(lastLine, rows, `${name} never has fewer than ${rowsMin}`)
  if (rows < held * rowsShareMin) {
    throw endsEarly(lastLine, rows, `we hold ${held} codes of such a list, and so many do not vanish at once`)
  }
}

function refuseLosses(held: number, { changes }: Draft, lastLine: number): void {
  const lost = changes.filter(({ kind }) => kind === 'gone').length
  if (lost <= lossMax || lost <= held * lossShareMax) return
  const found = `the rows end here, and lack ${lost} of the ${held} codes that we hold of such a list`
  throw UnusableFile.at(lastLine, `${found}; look whether the file is whole: if it is, --accept-losses takes it`)
}

/** Current codes of the schemes that the file has whole, or has as far as they came from an earlier edition. */
function countHeld({ banks }: DataFolder, { name, completeFor, ownCompleteFor = [] }: OfficialFile): number {
  let held = 0
  for (const { codes = [] } of banks.values()) {
    for (const { scheme, status, source } of codes) {
      const isHeld = completeFor.includes(scheme) || (ownCompleteFor.includes(scheme) && isEdition(source, name))
      if (status === undefined && isHeld) held++
    }
  }
  return held
}
