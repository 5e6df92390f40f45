import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  bank,
  branchText,
  code,
  country,
  form,
  type Small,
  small,
  writeFolder,
} from '../../../test/support/data/small-data.ts'
import { createReader, type Reading } from '../../../test/support/resolve-helpers.ts'
import { createBranchFileReader } from '../../dataset/branch-files.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { createLossNotes } from '../builds/loss-notes.ts'
import { buildIndexTables, createIndexes } from '../indexes.ts'
import { createRails } from '../rail-reach.ts'
import { createResolver } from '../resolve/resolve.ts'
import { createResolveContext } from '../resolve/resolve-context.ts'
import { runToEnd } from '../run-to-end.ts'
import { createSearcher } from '../searcher.ts'
import { createBankTable } from '../storage/bank-table.ts'
import { packDirectory } from '../storage/packed-directory.ts'
import { createBranchLister } from './bank-branches.ts'
import { type Branches, createBranches } from './branches.ts'

const branchForm = form('aa_branch', {
  label: 'Branch code',
  parts: { bank_code: '\\d{3}', branch_code: '\\d{2}' },
  recognised_by: 'country',
  example: '00101',
  branches: { source: 'a-list' },
})

const withList = (more: Partial<Small> = {}): Small => ({
  ...small(),
  countries: [country('AA', { code_schemes: ['aa_code'] })],
  banks: {
    aa: [
      bank('aa-first', { name: 'First Bank', codes: [code('001'), code('002')] }),
      bank('aa-small', { name: 'Small Bank' }),
      bank('aa-third', { name: 'Third Bank', codes: [code('003')] }),
    ],
  },
  forms: [branchForm],
  branches: {
    aa_branch: [
      '00101\tHarbour\tAville\tNorth',
      '00102\t\t\t\taa-small',
      '00103\t\t\t\t\tVillage Bank',
      '00104\t\t\t\t\t\t00301',
      '00201\tMarket Street\tBeetown',
      '00301\tMain',
    ],
  },
  ...more,
})

const summaryOf = ({ verdict, branch_checked: checked, branch, banks }: Reading): string =>
  [verdict, checked, branch?.name, ...banks.map(({ id, relation }) => `${relation} ${id}`)].join(', ')

test('the list decides the verdict and the holder', (t) => {
  const read = createReader(t, withList())
  for (const [identifier, expected] of [
    ['00101', 'valid, true, Harbour, holder aa-first'],
    ['00109', 'unknown, true, '],
    ['00102', 'valid, true, , holder aa-small, sponsor aa-first'],
    ['00103', 'unknown, true, '],
    ['00104', 'former, true, , successor aa-third'],
  ] as const) {
    assert.equal(summaryOf(read(identifier, 'aa')[0] as Reading), expected, identifier)
  }
})

test('a note names the list and its date, the sponsor, the bank outside the directory, and the successor', (t) => {
  const read = createReader(t, withList())
  const noteOf = (identifier: string): string => read(identifier, 'aa')[0]?.note ?? ''
  assert.equal(
    noteOf('00109'),
    '00109 is not in the list "A list" of 2026-01-31. Other codes with this prefix belong to First Bank.',
  )
  assert.equal(noteOf('00102'), 'First Bank lends this code to Small Bank.')
  assert.equal(
    noteOf('00103'),
    'The code 00103 belongs to Village Bank, which is not in the directory. First Bank lends it the code.',
  )
  assert.equal(noteOf('00104'), 'The code 00301 has replaced 00104.')
  assert.equal(noteOf('00101'), '')
})

test('without a list, the branch is not checked and the prefix decides', (t) => {
  const { branches: _, ...unlisted } = branchForm
  const { branches: __, ...data } = withList({ forms: [unlisted] })
  const read = createReader(t, data)
  assert.equal(summaryOf(read('00109', 'aa')[0] as Reading), 'valid, false, , holder aa-first')
  assert.equal(read('001', 'aa')[0]?.branch_checked, null)
})

test('without the list of the full data, a note says that the build lacks it', (t) => {
  const { branches: _, ...unlisted } = branchForm
  const { branches: __, ...data } = withList({ forms: [unlisted] })
  const lost = { code: 'AA', name: 'AA', terms: ['unclear'], banks: 3, bics: 0, codes: {} }
  const lists = { aa_branch: { count: 6, terms: ['unclear'] } }
  const build = { without: ['unclear'], from: 'x', countries: [{ ...lost, branch_lists: lists }] }
  const [reading] = createReader(t, { ...data, build })('00109', 'aa')
  assert.equal(summaryOf(reading as Reading), 'valid, false, , holder aa-first')
  assert.match(
    reading?.note ?? '',
    /^This build of the data has no branch codes of type "Branch code", because their sources have unclear terms;/,
  )
})

test('an indicative prefix names a bank for certain if the list has the code, and no sponsor', (t) => {
  const read = createReader(t, withList({ forms: [{ ...branchForm, indicative: true }] }))
  assert.equal(summaryOf(read('00101', 'aa')[0] as Reading), 'valid, true, Harbour, holder aa-first')
  assert.equal(summaryOf(read('00102', 'aa')[0] as Reading), 'valid, true, , holder aa-small')
})

test('an account number with a branch code is checked against the same list', (t) => {
  const account = form('aa_account', {
    label: 'Account',
    parts: { bank_code: '\\d{3}', branch_code: '\\d{2}', account: '\\d{6}' },
    recognised_by: 'country',
    example: '00101123456',
  })
  const read = createReader(t, withList({ forms: [account, branchForm] }))
  assert.equal(summaryOf(read('00101123456', 'aa')[0] as Reading), 'valid, true, Harbour, holder aa-first')
  assert.equal(summaryOf(read('00109123456', 'aa')[0] as Reading), 'unknown, true, ')
})

function openBranches(t: TestContext, data: Small, overlayRows?: string[]): { branches: Branches; folder: string } {
  const folder = writeFolder(t, data)
  const overlay = overlayRows && mkdtempSync(join(tmpdir(), 'bank-lookup-overlay-'))
  if (overlay !== undefined) {
    t.after(() => rmSync(overlay, { recursive: true }))
    mkdirSync(join(overlay, 'branches'))
    writeFileSync(join(overlay, 'branches/aa_branch.tsv'), branchText(overlayRows ?? []))
  }
  const packed = packDirectory(readDataset(folder, overlay))
  return { branches: createBranches(packed, createBranchFileReader({ folder, overlay })), folder }
}

test('rows of the overlay replace and extend the list', (t) => {
  const { branches } = openBranches(t, withList(), ['00101\tOld Harbour', '00199\tNew'])
  const nameOf = (found: string) => branches.listIn('AA')?.table.find(found)?.name
  assert.deepEqual(['00101', '00199', '00201'].map(nameOf), ['Old Harbour', 'New', 'Market Street'])
})

test('with a list that cannot be read, no branch code is valid, and the list is tried again later', (t) => {
  const folder = writeFolder(t, withList())
  const packed = packDirectory(readDataset(folder))
  let nowMs = 0
  const branches = createBranches(packed, createBranchFileReader({ folder }), () => nowMs)
  const indexes = createIndexes(packed, runToEnd(buildIndexTables(packed)))
  const { resolve } = createResolver(
    packed,
    indexes,
    createResolveContext(packed, indexes, branches, createRails(packed)),
    createSearcher(packed, indexes).findNamed,
  )
  const read = (): Reading => JSON.parse(resolve('00101', packed.supported[0])).readings[0]
  const file = join(folder, 'branches/aa_branch.tsv')
  const checked = readFileSync(file)
  writeFileSync(file, branchText(['00101\tChanged']))
  assert.equal(summaryOf(read()), 'unknown, false, ')
  assert.match(read().note ?? '', /cannot be read now/)
  assert.deepEqual([...branches.countries()], [])
  writeFileSync(file, checked)
  assert.equal(summaryOf(read()), 'unknown, false, ')
  nowMs = 60_000
  assert.equal(summaryOf(read()), 'valid, true, Harbour, holder aa-first')
})

const listBranches = (t: TestContext, id: string, text?: string, page = { offset: 0, limit: 10 }) => {
  const folder = writeFolder(t, withList())
  const packed = packDirectory(readDataset(folder))
  const list = createBranchLister(
    packed,
    createBankTable(packed),
    createBranches(packed, createBranchFileReader({ folder })),
    createLossNotes(packed),
  )
  const { count, branches } = runToEnd(list(id, { text, ...page }))
  return [count, ...branches.map((row) => row.code)]
}

test("a bank's branches are those with its prefixes that no other bank uses, and those lent to it", (t) => {
  assert.deepEqual(listBranches(t, 'aa-first'), [3, '00101', '00104', '00201'])
  assert.deepEqual(listBranches(t, 'aa-small'), [1, '00102'])
  assert.deepEqual(listBranches(t, 'aa-first', undefined, { offset: 1, limit: 1 }), [3, '00104'])
})

test('each word of the text begins a word of the name or the city, or the code', (t) => {
  assert.deepEqual(listBranches(t, 'aa-first', 'mark BEE'), [1, '00201'])
  assert.deepEqual(listBranches(t, 'aa-first', 'arket'), [0])
  assert.deepEqual(listBranches(t, 'aa-first', '001-0'), [2, '00101', '00104'])
  assert.deepEqual(listBranches(t, 'aa-first', '!!'), [0])
})

test('an unknown bank and a bank without a list are errors', (t) => {
  assert.throws(() => listBranches(t, 'aa-none'), { code: 'bank_unknown' })
  const packed = packDirectory(readDataset(writeFolder(t, small())))
  const list = createBranchLister(packed, createBankTable(packed), createBranches(packed), createLossNotes(packed))
  assert.throws(() => runToEnd(list('aa-first', { offset: 0, limit: 1 })), { code: 'branches_unknown' })
})
