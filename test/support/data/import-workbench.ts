/** Runs imports for a test: a small data folder and a list whose rows are claims. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openDataFolder, saveDataFolder } from '../../../packages/curation/src/data-folder.ts'
import { type ImportResult, importFile } from '../../../packages/curation/src/import/import.ts'
import type { Claim, OfficialFile } from '../../../packages/curation/src/sources/source-file.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import { bank, code, type Row, small, writeFolder } from './small-data.ts'

/** A list whose rows are claims in JSON; its first edition is dated 2026-01-31. */
const list: OfficialFile = {
  name: 'aa-list',
  source: {
    title: 'The list',
    publisher: 'A',
    licence: 'CC0',
    redistribution: 'open',
    countries: ['AA'],
    fields: ['name', 'city', 'bic', 'lei'],
  },
  completeFor: [],
  ownCompleteFor: ['aa_code'],
  rowsMin: 1,
  async *read(bytes) {
    let text = ''
    for await (const piece of bytes) text += Buffer.from(piece).toString()
    for (const [at, line] of text.trim().split('\n').entries()) {
      yield { country: 'AA', codes: [], ...JSON.parse(line), line: at + 1 } as Claim
    }
  },
}

export const row = (value: string, name: string, more: object = {}): object => ({
  name,
  codes: [{ scheme: 'aa_code', value }],
  ...more,
})

export const knownBank = (id: string, name: string, values: string[], more: Row = {}): Row =>
  bank(id, {
    name,
    codes: values.map((value) => code(value, { source: 'aa-list-2026-01' })),
    sources: ['aa-list-2026-01'],
    ...more,
  })

export interface Workbench {
  path: string
  run(rows: object[], asOf: string, acceptsLosses?: boolean): Promise<ImportResult>
  /** Runs the import, writes it, and returns the resulting banks. */
  write(rows: object[], asOf: string): Promise<ImportResult & { banks: Map<string, BankRecord> }>
}

export function createWorkbench(t: TestContext, banks: Row[]): Workbench {
  const data = small()
  data.sources.push({ ...(data.sources[0] as Row), id: 'aa-list-2026-01', fields: ['name', 'city', 'bic', 'lei'] })
  const path = writeFolder(t, { ...data, banks: { aa: banks, bb: [] } })
  const file = join(path, 'fetched.txt')
  const run: Workbench['run'] = (rows, asOf, acceptsLosses = false) => {
    writeFileSync(file, rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
    return importFile({
      folder: openDataFolder(path),
      file: list,
      path: file,
      asOf,
      acceptsLosses,
      onProgress: () => {},
    })
  }
  return {
    path,
    run,
    write: async (rows, asOf) => {
      const imported = await run(rows, asOf)
      saveDataFolder({ path, banks: imported.draft.banks, sources: imported.draft.sources })
      return { ...imported, banks: openDataFolder(path).banks }
    },
  }
}

export const describeChanges = ({ draft }: ImportResult): string[] =>
  draft.changes.map(({ kind, bank: id, text }) => `${kind} ${id}: ${text}`)

export const twoBanks = (): Row[] => [
  knownBank('aa-alpha', 'Alpha Bank', ['001', '002']),
  knownBank('aa-beta', 'Beta Savings Bank', ['003'], { city: 'Town' }),
]

/** Nine codes, so that one missing code is not a large loss. */
const values = Array.from({ length: 9 }, (_, at) => `10${at}`)
export const largeBank = knownBank('aa-large', 'Large Bank', values)
export const largeBankRows = values.map((value) => row(value, 'LARGE BANK'))
