/** An export of three small countries with the explorer, written once for each test process and base URL. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadIndexed } from '../../../src/dataset/load/load-directory.ts'
import { createDirectory } from '../../../src/directory/lookups.ts'
import { memoize } from '../../../src/directory/memoize.ts'
import { createBankTable } from '../../../src/directory/storage/bank-table.ts'
import { writeExport } from '../../../src/export/write-export.ts'
import { wholeProcess } from '../whole-process-context.ts'
import { dataFolder } from './shipped.ts'

const countries = ['NG', 'BR', 'GB']

/** Returns the folder. */
export const smallExport = memoize(async (siteUrl: string): Promise<string> => {
  const parent = mkdtempSync(join(tmpdir(), 'bank-lookup-export-'))
  wholeProcess.after(() => rmSync(parent, { recursive: true }))
  const draft = join(parent, 'export')
  const temporaryFolder = join(parent, 'temporary')
  for (const folder of [draft, temporaryFolder]) mkdirSync(folder)
  const { packed } = await loadIndexed({ folder: dataFolder }, undefined, { countries, isTrusted: true })
  const directory = createDirectory(packed, { readRevision: () => '2026-11-18.small' })
  const data = {
    folder: dataFolder,
    directory,
    banks: createBankTable(packed),
    version: '1.0.0',
    without: [],
    included: [],
    siteUrl,
  }
  await writeExport(data, { draft, temporaryFolder, signal: new AbortController().signal })
  return draft
})
