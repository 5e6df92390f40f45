import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { DataForPublishing } from '../../../../src/dataset/publishing/publishing-terms.ts'
import type { Redistribution } from '../../../../src/directory/records/source.ts'
import { bank, code, type Row, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { openDataFolder } from '../data-folder.ts'
import { dataForPublishing } from './data-for-publishing.ts'

/** A bank for each of the terms, with a code. The folder and the temporary one are deleted after the test. */
function publish(t: TestContext, include: Redistribution[], more: Row = {}): DataForPublishing & { temporary: string } {
  const data = small()
  const [list] = data.sources
  const terms = { open: '001', unclear: '002', restricted: '003' }
  data.sources = Object.keys(terms).map((redistribution) => ({ ...list, id: `a-${redistribution}`, redistribution }))
  const banks = Object.entries(terms).map(([name, value]) =>
    bank(`aa-${name}`, { sources: [`a-${name}`], codes: [code(value, { source: `a-${name}` })] }),
  )
  data.banks = { aa: banks.toSorted((a, b) => String(a.id).localeCompare(String(b.id))), bb: [] }
  data.banks.bb = [bank('bb-only', { sources: ['a-open'] })]
  const temporary = mkdtempSync(join(tmpdir(), 'bank-lookup-publishing-'))
  t.after(() => rmSync(temporary, { recursive: true }))
  const folder = writeFolder(t, { ...data, ...more })
  return { ...dataForPublishing({ folder, include: new Set(include), temporaryFolder: temporary }), temporary }
}

const banksIn = (folder: string): string[] => [...openDataFolder(folder).banks.keys()]

test('facts with unclear and restrictive terms are left out', (t) => {
  const { folder, without, terms } = publish(t, [])
  assert.deepEqual(banksIn(folder), ['aa-open', 'bb-only'])
  assert.deepEqual(openDataFolder(folder).build?.without, without)
  assert.deepEqual([without, terms], [['unclear', 'restricted'], []])
})

test('terms that are named are included, and their sources are listed', (t) => {
  const { folder, without, terms } = publish(t, ['unclear'])
  assert.deepEqual(banksIn(folder), ['aa-open', 'aa-unclear', 'bb-only'])
  assert.deepEqual([without, terms.map(({ id }) => id)], [['restricted'], ['a-unclear']])
})

test('with both terms the data stays where it is', (t) => {
  const { folder, temporary, without, terms } = publish(t, ['unclear', 'restricted'])
  assert.deepEqual(readdirSync(temporary), [])
  assert.equal(banksIn(folder).length, 4)
  assert.deepEqual([without, terms.map(({ id }) => id)], [[], ['a-unclear', 'a-restricted']])
})

test('a reduced build is published as it is only if it was made with the same terms', (t) => {
  const build: Row = { without: ['restricted'], from: '2026-01-31.00000000', countries: [] }
  const [list] = small().sources
  assert.equal(publish(t, [], { ...small(), build }).without.length, 2)
  const withUnclear = [list, { ...list, id: 'a-unclear', redistribution: 'unclear' }] as Row[]
  assert.throws(() => publish(t, [], { ...small(), sources: withUnclear, build }), {
    message: /still has facts whose terms are unclear, and was built without restricted; use the full data/,
  })
  assert.throws(() => publish(t, ['restricted'], { ...small(), build }), {
    message: /has no facts whose terms are restricted/,
  })
})
