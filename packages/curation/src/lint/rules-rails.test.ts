import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Fault,
  findingsIn,
  first,
  formattedTexts,
  testFaults,
} from '../../../../test/support/data/lint-fixtures.ts'
import { branchForm, type Row, rail, type Small, small } from '../../../../test/support/data/small-data.ts'

const branchRail = (id: string, letter: string, more: Row = {}): Row => rail(id, { level: 'branch', letter, ...more })

/** A list of two branches with two rails: the first branch is on both, the second only on `aa_entry`. */
function withBranches(data: Small, ...rows: string[]): void {
  data.forms = [branchForm('aa_code')]
  data.branches = { aa_code: rows }
  data.rails = [branchRail('aa_entry', 'E'), branchRail('aa_paper', 'P')]
}

/** In the fixtures, a list with rails has the whole header. */
const found = (data: Small): string[] => {
  const texts = formattedTexts(data)
  const list = texts.get('branches/aa_code.tsv')
  if (typeof list === 'string') texts.set('branches/aa_code.tsv', list.replace('successor\n', 'successor\trails\n'))
  return findingsIn(texts).filter((text) => text.endsWith('[rails]'))
}

const faults: Fault[] = [
  [
    'rails',
    'a rail with an unknown country',
    (data) => (data.rails = [rail('cc_wire')]),
    /^rails\.json:1 cc_wire: CC is/,
  ],
  [
    'rails',
    'rails out of order',
    (data) => (data.rails = [rail('aa_wire'), rail('aa_ach')]),
    /aa_ach: it follows aa_wire;/,
  ],
  [
    'rails',
    'a list of banks in the data',
    (data) => (data.rails = [rail('aa_wire', { banks: ['aa-first'] })]),
    /aa_wire: only an overlay lists banks or codes; /,
  ],
  [
    'rails',
    'a rail from a scheme with an old edition of its list',
    (data) => {
      const [source] = data.sources
      data.sources = ['2025-01', '2026-01'].map((date) => ({ ...source, id: `a-list-${date}`, date }))
      data.rails = [rail('aa_ach', { level: 'code', from: { scheme: 'aa_code' }, source: 'a-list-2025-01' })]
    },
    /aa_ach: its list has a newer edition, a-list-2026-01; /,
  ],
  [
    'rails',
    'two rails with one letter',
    (data) => (data.rails = [branchRail('aa_entry', 'E'), branchRail('aa_other', 'E')]),
    /aa_entry: aa_other has the same letter; /,
  ],
  [
    'rails',
    'a rail that follows from a scheme on a bank',
    (data) => {
      data.rails = [rail('aa_ach', { level: 'code', from: { scheme: 'aa_code' } })]
      first(data).rails = ['aa_ach']
    },
    /^banks\/aa\.jsonl:1 aa-first: its rail aa_ach follows from its aa_code codes and must not be written; /,
  ],
]
testFaults(faults)

test('a bank has the rails of its branches', () => {
  const data = small()
  withBranches(data, '00101\t\t\t\t\t\t\tE', '00102\t\t\t\t\t\t\t-')
  assert.deepEqual(found(data), [
    'banks/aa.jsonl:1 aa-first: its rails are none, but its branches make them aa_entry; import the branch list again [rails]',
  ])
  first(data).rails = ['aa_entry']
  assert.deepEqual(found(data), [])
  withBranches(data, '00101', '00102\t\t\t\t\t\t\tE')
  first(data).rails = ['aa_entry', 'aa_paper']
  assert.deepEqual(found(data), [])
})

test('a row with a letter that is no rail, or with all letters, is reported', () => {
  for (const cell of ['X', 'EP', 'PE', 'EE']) {
    const data = small()
    withBranches(data, '00101', `00102\t\t\t\t\t\t\t${cell}`)
    assert.match(
      found(data).join('\n'),
      new RegExp(`^branches/aa_code\\.tsv:3 00102: its rails "${cell}" are not some of EP; `),
    )
  }
})
