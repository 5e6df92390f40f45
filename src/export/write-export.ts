/** Writes an export into a folder. The folder is written aside and renamed, so an export is whole or absent. */
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { bulkFiles } from './bulk-files.ts'
import { compressedFiles } from './compressed-files.ts'
import { databaseFile } from './database/database-file.ts'
import type { ExportData, ExportFile } from './export-data.ts'
import { hostFiles } from './host-files.ts'
import { indexPage } from './index-page.ts'
import { responseFiles } from './response-files.ts'
import { termsFiles } from './terms-files.ts'

export interface WrittenExport {
  files: number
  bytes: number
}

/** All files of an export but the checksums. */
function* exportFiles(data: ExportData, temporaryFolder: string): Generator<ExportFile, void> {
  yield* responseFiles(data)
  yield* bulkFiles(data)
  yield* databaseFile(data, temporaryFolder)
  yield* termsFiles(data)
  yield* hostFiles()
  yield indexPage(data)
}

/**
 * Calls `work` with an empty folder, which then becomes `out`, and a folder for other files, which is removed. Removes both
 * if `work` fails.
 */
export async function writeAside<Result>(
  out: string,
  work: (draft: string, temporaryFolder: string) => Promise<Result>,
): Promise<Result> {
  // A rename is atomic only within one file system.
  const temporaryFolder = join(dirname(out), `.${basename(out)}-${randomUUID()}`)
  const draft = join(temporaryFolder, 'export')
  mkdirSync(draft, { recursive: true })
  try {
    const result = await work(draft, temporaryFolder)
    // If `out` is an empty folder, the rename replaces it.
    renameSync(draft, out)
    return result
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

const filesPerPause = 100

/** Lets the process notice a signal such as that of Ctrl-C, and throws its reason. */
async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate()
  signal.throwIfAborted()
}

/** `draft`: an empty folder for the export. Throws the reason of the signal when it is aborted. */
export async function writeExport(
  data: ExportData,
  { draft, temporaryFolder, signal }: { draft: string; temporaryFolder: string; signal: AbortSignal },
): Promise<WrittenExport> {
  const checksums = new Map<string, string>()
  const folders = new Set<string>()
  let total = 0
  const write = ({ path, bytes }: ExportFile): void => {
    const file = join(draft, path)
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    folders.add(dirname(file))
    writeFileSync(file, bytes)
    checksums.set(path, hash('sha256', bytes))
    total += bytes.length
  }
  let count = 0
  for (const file of exportFiles(data, temporaryFolder)) {
    if (count++ % filesPerPause === 0) await pause(signal)
    write(file)
    for (const compressed of await compressedFiles(file)) write(compressed)
  }
  const sorted = [...checksums].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([path, checksum]) => `${checksum}  ${path}\n`)
  write({ path: 'SHA256SUMS', bytes: Buffer.from(lines.join('')) })
  await pause(signal)
  return { files: checksums.size, bytes: total }
}
