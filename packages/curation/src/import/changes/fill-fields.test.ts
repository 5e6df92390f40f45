import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../../../src/directory/records/source.ts'
import type { DataFolder } from '../../data-folder.ts'
import { ecbReserves } from '../../sources/eu-ecb-mrr.ts'
import type { Claim, OfficialFile } from '../../sources/source-file.ts'
import { newBank } from './add-banks.ts'
import { createDraft } from './draft.ts'
import { fillFields } from './fill-fields.ts'

const sourceOf = (id: string, date: string, fields: string[]): Source => ({ ...ecbReserves.source, id, date, fields })

const bank = (more: Partial<BankRecord> = {}): BankRecord => ({
  id: 'fr-bank',
  name: 'Bank',
  country: 'FR',
  type: 'commercial_bank',
  status: 'active',
  confidence: 'high',
  sources: ['fr-register'],
  ...more,
})

const claim = (bic: string, code = '40618'): Claim => ({
  line: 2,
  country: 'FR',
  name: 'Bank',
  codes: [{ scheme: 'fr_cib', value: code }],
  bic,
})

/** Applies one row of a newer file, and returns the bank and what the import reports. */
function fill(known: BankRecord, bic: string, file: OfficialFile): { bic: string | undefined; reports: string[] } {
  const register = sourceOf('fr-register', '2020', ['name'])
  const folder = { banks: new Map([[known.id, known]]), sources: new Map([[register.id, register]]) }
  const draft = createDraft(folder as unknown as DataFolder, [], sourceOf('eu-list-2026', '2026', ['bic']), file)
  fillFields(draft, known, claim(bic))
  return { bic: draft.banks.get(known.id)?.bic, reports: draft.changes.map(({ kind }) => kind) }
}

const { fillsMissingBicsOnly: _, ...trusted } = ecbReserves

test('a BIC of the European Central Bank fills a gap, but does not replace the BIC of a bank', () => {
  assert.deepEqual(fill(bank(), 'BOUSFRPP', ecbReserves), { bic: 'BOUSFRPP', reports: ['filled'] })
  assert.deepEqual(fill(bank({ bic: 'BFBKFRP1' }), 'BFOBFRP1', ecbReserves), { bic: 'BFBKFRP1', reports: [] })
  assert.deepEqual(fill(bank({ bic: 'BFBKFRP1' }), 'BFOBFRP1', trusted), { bic: 'BFOBFRP1', reports: ['changed'] })
})

test('no import takes a BIC that is an address at a central bank or clearing house', () => {
  for (const branch of ['BDF', 'TGT', 'RTG', 'LCH']) {
    assert.deepEqual(fill(bank(), `BOUSFRPP${branch}`, trusted), { bic: undefined, reports: [] })
    const rows = [claim(`BOUSFRPP${branch}`)]
    const added = newBank(rows, {
      source: sourceOf('eu-list', '2026', []),
      banks: new Map(),
      fillsMissingBicsOnly: false,
    })
    assert.equal(added.bic, undefined)
  }
})

test('a new bank has the BIC of its first row, and its codes have no BIC of the European Central Bank', () => {
  const rows = [claim('BFBKFRP1', '16218'), claim('BFOBFRP1', '16219')]
  const source = sourceOf('eu-list', '2026', [])
  const codeBics = (fillsMissingBicsOnly: boolean): (string | undefined)[] | undefined =>
    newBank(rows, { source, banks: new Map(), fillsMissingBicsOnly }).codes?.map(({ bic }) => bic)
  assert.deepEqual(codeBics(true), [undefined, undefined])
  assert.deepEqual(codeBics(false), [undefined, 'BFOBFRP1'])
})
