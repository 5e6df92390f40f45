/** Imports an official file: reads it, applies every row to the data, and returns the result without writing it. */
import { createReadStream, statSync } from 'node:fs'
import { checkBank } from '../../../../src/dataset/cross-references.ts'
import { createSchemaCheck } from '../../../../src/dataset/schema-check.ts'
import { railsById } from '../../../../src/dataset/tables/rails.ts'
import { type BankRecord, bankRecordSchema } from '../../../../src/directory/records/bank-record.ts'
import { compilePattern } from '../../../../src/identifiers/pattern-grammar.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import type { DataFolder } from '../data-folder.ts'
import { readCorrections } from '../read-corrections.ts'
import { bankLine } from '../serialize.ts'
import { isEdition, type OfficialFile } from '../sources/source-file.ts'
import { truncatedFile } from '../sources/source-row-checks.ts'
import { createPass, type ImportPass } from './apply-rows.ts'
import { createDraft, type Draft } from './changes/draft.ts'
import { type ImportRequest, sourceEntry } from './import-request.ts'

export interface ListRequest extends ImportRequest<OfficialFile> {
  /** Whether to accept the loss of many codes at once. */
  acceptsLosses: boolean
  /** Called periodically with the share of the file that has been read, from 0 to 1. */
  onProgress(share: number, rows: number): void
}

export interface ImportResult {
  draft: Draft
  rows: number
  skippedRows: number
}

/**
 * The maximum number of passes over the file. A fact added to a bank in one pass can make another row match that bank
 * in the next pass, so the import repeats until nothing changes.
 */
const roundsMax = 5

export async function importFile(request: ListRequest): Promise<ImportResult> {
  const { folder, file, asOf, acceptsLosses } = request
  const expectedCodes = countExpectedCodes(folder, file)
  const draft = createDraft(folder, readCorrections(folder), sourceEntry(folder, file, asOf), file)
  let pass = createPass(draft)
  for (let round = 0; round < roundsMax; round++) {
    const before = draft.editCount()
    pass = createPass(draft)
    // Every pass finds the same `doubtful` changes and unchanged facts again, so keep only those from the last pass.
    draft.clearDoubts()
    const lastLine = await readInto(pass, request)
    if (round === 0) refuseTruncated(expectedCodes, file, pass.rows(), lastLine)
    pass.finish()
    if (!acceptsLosses) refuseLosses(expectedCodes, draft, lastLine)
    if (draft.editCount() === before) break
  }
  validateChangedBanks(folder, draft)
  return { draft, rows: pass.rows(), skippedRows: pass.skippedRows() }
}

/** Applies all rows of the file, and returns the line number of the last one. */
async function readInto(pass: ImportPass, { folder, file, path, onProgress }: ListRequest): Promise<number> {
  const size = statSync(path).size
  if (size === 0) throw UnusableFile.at(1, 'the file is empty; fetch it again')
  let read = 0
  async function* withProgress(): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(path, { highWaterMark: 1 << 18 })) {
      read += bytes.length
      onProgress(read / size, pass.rows())
      yield bytes
    }
  }
  let lastLine = 1
  for await (const claim of file.read(withProgress(), folder.schemes)) {
    lastLine = claim.line
    pass.applyRow(claim)
  }
  return lastLine
}

/**
 * Both limits are fractions of the number of codes that the file should have. A file with fewer rows than
 * `rowsShareMin` times that number is rejected as truncated. An import that loses more than `lossShareMax` times that
 * number of codes is rejected too.
 */
const rowsShareMin = 0.8
const lossShareMax = 0.1
/** Losing up to this many codes is always accepted: in a short list, a few codes are already a large share. */
const lossMax = 5

function refuseTruncated(expectedCodes: number, { name, rowsMin }: OfficialFile, rows: number, lastLine: number): void {
  if (rows < rowsMin) throw truncatedFile(lastLine, rows, `${name} never has fewer than ${rowsMin}`)
  if (rows < expectedCodes * rowsShareMin) {
    throw truncatedFile(
      lastLine,
      rows,
      `our data has ${expectedCodes} codes from this list, so rows are probably missing`,
    )
  }
}

function refuseLosses(expectedCodes: number, { changes }: Draft, lastLine: number): void {
  const lost = changes.filter(({ kind }) => kind === 'gone').length
  if (lost <= lossMax || lost <= expectedCodes * lossShareMax) return
  const found = `the file ends here and lacks ${lost} of the ${expectedCodes} codes that our data has from this list`
  throw UnusableFile.at(lastLine, `${found}; if the file is complete, pass --accept-losses`)
}

/**
 * Counts the current codes in our data that the file should have: all codes in the `completeFor` schemes, and codes
 * from earlier editions of the file in the `ownCompleteFor` schemes.
 */
function countExpectedCodes({ banks }: DataFolder, { name, completeFor, ownCompleteFor = [] }: OfficialFile): number {
  let expectedCodes = 0
  for (const { codes = [] } of banks.values()) {
    for (const { scheme, status, source } of codes) {
      const isExpected = completeFor.includes(scheme) || (ownCompleteFor.includes(scheme) && isEdition(source, name))
      if (status === undefined && isExpected) expectedCodes++
    }
  }
  return expectedCodes
}

const checkRecord = createSchemaCheck<BankRecord>(bankRecordSchema)

/** Applies the service's own checks to the changed banks. Throws a `DatasetError` that names the first invalid one. */
function validateChangedBanks({ banks, schemes, rails, countries }: DataFolder, draft: Draft): void {
  const patterns = new Map([...schemes.values()].map(({ id, pattern }) => [id, compilePattern(pattern)]))
  const known = { schemes, sources: draft.sources, patterns, rails: railsById(rails, countries) }
  for (const bank of draft.banks.values()) {
    if (banks.get(bank.id) === bank) continue
    const location = { file: bank.id }
    const record = checkRecord(JSON.parse(bankLine(bank)), location)
    checkBank(record, record.country, known, location)
  }
}
