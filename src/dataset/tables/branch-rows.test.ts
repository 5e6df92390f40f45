import assert from 'node:assert/strict'
import { test } from 'node:test'
import { branchText } from '../../../test/support/data/small-data.ts'
import type { DataFault } from '../dataset-error.ts'
import { type BranchRow, branchCodePattern, parseBranchRows, serializeBranchRows } from './branch-rows.ts'

const row = (code: string, more: Partial<BranchRow> = {}): BranchRow => {
  return { code, name: '', city: '', region: '', holder: '', holder_name: '', successor: '', rails: '', ...more }
}

function read(text: string | Uint8Array): { rows: BranchRow[]; faults: string[] } {
  const faults: DataFault[] = []
  const rows = parseBranchRows(Buffer.from(text), 'branches/aa_code.tsv', (fault) => faults.push(fault))
  return { rows, faults: faults.map(({ location: { line }, reason }) => `${line ?? ''}: ${reason}`) }
}

test('rows are written sorted, without empty columns at the end, and are read back as they were', () => {
  const rows = [
    row('00102', { holder: 'aa-second' }),
    row('00101', { name: '東京', city: 'Town', region: 'State' }),
    row('00100', { successor: '00101' }),
  ]
  const text = serializeBranchRows(rows)
  assert.equal(text, branchText(['00100\t\t\t\t\t\t00101', '00101\t東京\tTown\tState', '00102\t\t\t\taa-second']))
  assert.deepEqual(read(text), { rows: rows.toReversed(), faults: [] })
})

test('each line that cannot be read is reported with its number, and the line after it keeps its own', () => {
  const { rows, faults } = read(branchText(['00101\tA\t', '00102\t\t\t\t\t\t\tE\tmore', '00103']))
  assert.deepEqual(faults, ['2: the line ends with an empty column', '3: the line has 9 columns'])
  assert.equal(rows[2]?.code, '00103')
  const withoutRails = `${branchText(['00101'])}00102\t\t\t\t\t\t\tmore\n`
  assert.deepEqual(read(withoutRails).faults, ['3: the line has 8 columns'])
})

test('a file without its header, its last newline or UTF-8 is reported', () => {
  assert.match(read('00101\n').faults.join(), /^1: the first line is not the header/)
  assert.deepEqual(read(branchText(['00101']).slice(0, -1)).faults, ['2: there is no newline at the end of the file'])
  assert.deepEqual(read(Uint8Array.of(0xff)), { rows: [], faults: [': is not UTF-8'] })
})

test('the code of a list ends with the branch code of its form', () => {
  const parts = { bank_code: '[A-Z]{4}', reserved: '0', branch_code: '[A-Z0-9]{6}', account: '\\d{7}' }
  const pattern = branchCodePattern({ parts })
  assert.ok(pattern.test('SBIN0000001'))
  assert.ok(!pattern.test('SBIN00000011234567') && !pattern.test('SBIN1000001'))
})
