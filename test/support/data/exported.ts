/** Small data with every part of an export, and an export of it by the command line. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { callCommandWith } from '../services/in-process-command.ts'
import { temporaryFolder } from '../services/processes.ts'
import {
  bank,
  branchForm,
  code,
  country,
  method,
  type Row,
  rail,
  type Small,
  sharedField,
  small,
} from './small-data.ts'

/** Enough banks that the lists of their country are compressed. */
const bankCount = 60

/** Facts from a list of each of the terms, a region with a long code, and a list of branches. */
export function exportableData(): Small {
  const data = small()
  const [list] = data.sources as [Row]
  const ofTerms = (redistribution: string): Row => ({
    ...list,
    id: `a-${redistribution}`,
    publisher: `Publisher of ${redistribution} lists`,
    licence: `Licence of ${redistribution} lists`,
    redistribution,
    fields: ['name', 'bic'],
  })
  data.sources = [list, ofTerms('restricted'), ofTerms('unclear')]
  data.countries.push(country('SEPA', { kind: 'region', members: ['AA'], source: 'a-list' }))
  data.banks.aa = [
    bank('aa-first', {
      aliases: ['First', 'Premier, "the" best'],
      codes: [code('001', { main: true }), code('002', { status: 'former' })],
      bic: 'AAAAAA22',
      other_bics: ['AAAABB22'],
      notes: ['A note.'],
    }),
    bank('aa-restricted', { codes: [code('003', { source: 'a-restricted' })], sources: ['a-restricted'] }),
    bank('aa-second', { status: 'merged', successor: 'aa-first' }),
    bank('aa-third', { codes: [code('004', { source: 'a-unclear' })], sources: ['a-list', 'a-unclear'] }),
  ]
  data.banks.bb = Array.from({ length: bankCount }, (_, at) => bank(`bb-bank-${String(at).padStart(3, '0')}`))
  data.forms = [branchForm('aa_branch')]
  data.branches = { aa_branch: ['00101\tHarbour\tTown', '00102\t\t\t\t\t\t00101', '99901\tNowhere'] }
  data.requirements = [sharedField(), method('aa_local')]
  data.rails = [rail('aa_wire')]
  return data
}

/** Exports the data folder to `out`, a new folder by default. */
export async function exportData(
  t: Pick<TestContext, 'after'>,
  folder: string,
  { words = [], out = join(temporaryFolder(t), 'public') }: { words?: string[]; out?: string } = {},
): Promise<{ out: string; stdout: string; stderr: string }> {
  const options = { env: { DATA_DIR: folder } }
  const { code: exit, stdout, stderr } = await callCommandWith(options, 'export', '--out', out, ...words)
  assert.equal(exit, 0, stderr)
  return { out, stdout, stderr }
}
