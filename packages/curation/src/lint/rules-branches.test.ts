import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Fault, findingsIn, formattedTexts, testFaults } from '../../../../test/support/data/lint-fixtures.ts'
import { branchForm, form, type Small, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { lintFolder, rules } from './lint-folder.ts'

/** A list with three branches of the bank 001, which are right. */
function withList(data: Small, ...more: string[]): void {
  data.forms = [branchForm('aa_branch')]
  data.branches = {
    aa_branch: ['00101\tA Street', '00102\t\t\t\taa-second', '00103\t\t\t\t\tOther Bank\t00101', ...more],
  }
}

const faults: Fault[] = [
  [
    'branch-lists',
    'a list without a form',
    (data) => {
      withList(data)
      data.forms = [form('aa_branch')]
    },
    /^branches\/aa_branch.tsv no account form with "branches" has this list; name it after its form/,
  ],
  [
    'branch-lists',
    'a form without its list',
    (data) => (data.forms = [branchForm('aa_branch')]),
    /^account-forms.json:1 aa_branch: there is no branches\/aa_branch.tsv; import the list/,
  ],
  [
    'branch-lists',
    'an unknown source',
    (data) => {
      withList(data)
      data.forms = [branchForm('aa_branch', { branches: { source: 'a-list', names_source: 'a-lost' } })]
    },
    /aa_branch: the source a-lost of its branches is not in sources.json/,
  ],
  [
    'branch-lists',
    'a code that does not fit the form, and counts others',
    (data) => withList(data, '00104X', '001'),
    /^branches\/aa_branch.tsv:5 00104X: the code is not of the form aa_branch, and 1 more lines like it; correct/,
  ],
  ['branch-lists', 'a code twice', (data) => withList(data, '00103'), /:5 00103: it follows 00103; sort the lines/],
  ['branch-lists', 'a code out of order', (data) => withList(data, '00100'), /:5 00100: it follows 00103/],
  ['branch-lists', 'a space', (data) => withList(data, '00104\tName '), /:5 00104: a cell has .* spaces/],
  ['branch-lists', 'a control character', (data) => withList(data, '00104\tN\u0001'), /:5 00104: a cell has control/],
  [
    'branch-lists',
    'a holder and a name of a holder',
    (data) => withList(data, '00104\t\t\t\taa-first\tFirst'),
    /:5 00104: it has both holder and holder_name/,
  ],
  [
    'branch-lists',
    'a holder in another country',
    (data) => withList(data, '00104\t\t\t\tbb-only'),
    /:5 00104: its holder bb-only is not a bank in AA/,
  ],
  [
    'branch-lists',
    'a successor that is not in the list',
    (data) => withList(data, '00104\t\t\t\t\t\t00199'),
    /:5 00104: its successor 00199 is not another code of the list/,
  ],
  [
    'branch-lists',
    'a chain of successors',
    (data) => withList(data, '00104\t\t\t\t\t\t00103'),
    /:5 00104: its successor 00103 has itself a successor; name the last one/,
  ],
]

testFaults(faults)

test('a right branch list has no finding', () => {
  const data = small()
  withList(data)
  assert.deepEqual(
    findingsIn(formattedTexts(data)).filter((text) => text.includes('branches/')),
    [],
  )
})

test('lint of one country checks its branch list, and not those of others', (t) => {
  const data = small()
  withList(data)
  const folder = writeFolder(t, data)
  writeFileSync(join(folder, 'branches/aa_branch.tsv'), 'code\n00101\n')
  const lintFile = (bankFile: string): string[] => {
    const options = { rules, today: '2026-02-01', isShipped: false, fix: false, bankFiles: [bankFile] }
    return lintFolder(folder, options).findings.map(({ file, rule }) => `${file} ${rule}`)
  }
  assert.ok(lintFile('banks/aa.jsonl').includes('branches/aa_branch.tsv readable'))
  assert.ok(!lintFile('banks/bb.jsonl').some((text) => text.startsWith('branches/')))
})
