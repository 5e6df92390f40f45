import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { bank, branchForm, code, rail, small } from '../../../test/support/data/small-data.ts'
import { createReader, type Reading } from '../../../test/support/resolve-helpers.ts'

/** The rails of the first reading of each identifier, by id. */
function createRailReader(t: TestContext, data = small()): (identifier: string) => Record<string, boolean | null> {
  const read = createReader(t, data)
  return (identifier) => {
    const [reading] = read(identifier, 'aa') as [Reading]
    return Object.fromEntries(reading.rails.map(({ rail: id, reachable }) => [id, reachable]))
  }
}

test('a reading has the rails of the code in it, and those of the bank', (t) => {
  const data = small()
  data.rails = [rail('aa_card'), rail('aa_wire', { level: 'code' }), rail('bb_wire')]
  const codes = [code('001', { rails: ['aa_wire'] }), code('002')]
  data.banks.aa = [bank('aa-first', { codes, rails: ['aa_card'] })]
  const read = createRailReader(t, data)
  assert.deepEqual(read('001'), { aa_card: true, aa_wire: true })
  assert.deepEqual(read('002'), { aa_card: true, aa_wire: false })
  // An id names the bank as a whole.
  assert.deepEqual(read('aa-first'), { aa_card: true, aa_wire: true })
})

test('a reading with a branch has the rails of the branch', (t) => {
  const data = small()
  data.rails = [rail('aa_entry', { level: 'branch', letter: 'E' }), rail('aa_paper', { level: 'branch', letter: 'P' })]
  data.banks.aa = [bank('aa-first', { codes: [code('001')], rails: ['aa_entry', 'aa_paper'] })]
  data.forms = [branchForm('aa_branch')]
  data.branches = { aa_branch: ['00101\tOne\t\t\t\t\t\tE', '00102\tTwo\t\t\t\t\t\t-', '00103\tThree'] }
  const read = createRailReader(t, data)
  assert.deepEqual(read('00101'), { aa_entry: true, aa_paper: false })
  assert.deepEqual(read('00102'), { aa_entry: false, aa_paper: false })
  assert.deepEqual(read('00103'), { aa_entry: true, aa_paper: true })
})

test('a code that no bank holds, or an invalid one, has no rails', (t) => {
  const data = { ...small(), rails: [rail('aa_wire')] }
  const read = createRailReader(t, data)
  assert.deepEqual(read('001'), { aa_wire: false })
  assert.deepEqual(read('777'), {})
  assert.deepEqual(read('0012'), {})
})
