import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Row, type Small, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { type ClearingSystem, composeMemberId } from '../../directory/records/clearing-system.ts'
import { readDataset } from '../dataset.ts'

const system = (more: Row = {}): Row => ({
  code: 'AANCC',
  country: 'AA',
  scheme: 'aa_code',
  member_id: '0{bank_code}{branch_code}',
  pattern: '^0\\d{5}$',
  example: '000101',
  source: 'a-list',
  ...more,
})

const withSystems = (...clearingSystems: Row[]): Small => ({ ...small(), clearingSystems })

test('clearing systems are read, and an overlay replaces one by its code', (t) => {
  const folder = writeFolder(t, withSystems(system()))
  assert.deepEqual(readDataset(folder).clearingSystems, [system()])
  const changed = system({ member_id: '{bank_code}{branch_code}0' })
  const overlay = writeFolder(t, { ...withSystems(changed), banks: {} })
  assert.deepEqual(readDataset(folder, overlay).clearingSystems, [changed])
})

test('without the file, there are no clearing systems', (t) => {
  assert.deepEqual(readDataset(writeFolder(t, small())).clearingSystems, [])
})

test('a clearing system that refers to something unknown is rejected, with its code', (t) => {
  for (const [more, message] of [
    [{ scheme: 'aa_other' }, /clearing-systems\.json: AANCC: its scheme aa_other is not in schemes\.json/],
    [{ country: 'BB' }, /AANCC: its scheme aa_code belongs to AA/],
    [{ source: 'b-list' }, /AANCC: its source b-list is not in sources\.json/],
    [{ member_id: '{account}' }, /AANCC: \{account\} in its member_id is not one of bank_code/],
    [{ example: '1' }, /AANCC: its example 1 does not match its pattern/],
    [{ code: 'aa' }, /clearing-systems\.json:1 \(aa\)/],
  ] as const) {
    assert.throws(() => readDataset(writeFolder(t, withSystems(system(more)))), message)
  }
})

test('a member id is composed of its parts, and is null if one is missing or has another format', () => {
  const aa = system() as unknown as ClearingSystem
  assert.equal(composeMemberId(aa, { bank_code: '003', branch_code: '12' }), '000312')
  assert.equal(composeMemberId(aa, { bank_code: '003' }), null)
  assert.equal(composeMemberId(aa, { bank_code: '0031', branch_code: '12' }), null)
})
