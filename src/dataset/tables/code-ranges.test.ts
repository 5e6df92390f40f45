import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Row, range, type Small, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { temporaryFolder } from '../../../test/support/services/processes.ts'
import { createCodeRanges } from '../../directory/records/code-range.ts'
import { readDataset } from '../dataset.ts'

const withRanges = (...ranges: Row[]): Small => ({ ...small(), ranges })

function writeOverlay(t: TestContext, ranges: Row[]): string {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'banks'))
  writeFileSync(join(folder, 'code-ranges.json'), JSON.stringify(ranges))
  return folder
}

function readAll(folder: string, overlay?: string) {
  const { banks, codeRanges } = readDataset(folder, overlay)
  return { banks: [...banks], codeRanges }
}

const summary = ({
  first,
  last,
  evidence,
  source,
}: {
  first: string
  last: string
  evidence: string
  source: string
}) => `${first}-${last} ${evidence} ${source}`

test('a lookup finds a code in its range and in no other', (t) => {
  const { codeRanges } = readAll(
    writeFolder(t, withRanges(range('100', '199'), range('200', '200'), range('300', '399'))),
  )
  const ranges = createCodeRanges(codeRanges)
  const found = (code: string, scheme = 'aa_code') => ranges.find(scheme, code)?.first
  assert.deepEqual(
    ['100', '150', '199', '200', '300', '399'].map((code) => found(code)),
    ['100', '100', '100', '200', '300', '300'],
  )
  for (const code of ['099', '201', '299', '400', '15', '1500', '']) assert.equal(found(code), undefined, code)
  assert.equal(found('100', 'bb_code'), undefined)
})

const broken: [name: string, more: Row, message: RegExp][] = [
  ['of an unknown scheme', { scheme: 'x' }, /code-ranges\.json: x 500-599: its scheme x is not in schemes\.json/],
  ['that does not match the pattern', { first: '5000' }, /5000 does not match \^\\d\{3\}\$/],
  ['with letters', { first: 'A00' }, /first is "A00", which does not match/],
  ['that ends before it starts', { first: '600' }, /its first code is larger than its last/],
  ['of an unknown source', { source: 'b' }, /its source b is not in sources\.json/],
  ['of an unknown bank', { banks: ['aa-x'] }, /aa_code 500-599: its bank aa-x is not a bank in AA/],
  ['of a bank in another country', { banks: ['bb-only'] }, /its bank bb-only is not a bank in AA/],
  ['that is assigned to two banks', { banks: ['aa-first', 'aa-second'] }, /an assigned range belongs to one bank/],
  ['without a bank', { banks: [] }, /banks must NOT have fewer than 1 items/],
  ['that overlaps the previous one', { first: '450' }, /aa_code 450-599: it overlaps 400-499/],
  [
    'out of order',
    { first: '300', last: '310' },
    /aa_code 300-310: it follows aa_code 400-499, but ranges must be sorted/,
  ],
  [
    'that is only seen among assigned ranges',
    { evidence: 'seen' },
    /either all ranges of a scheme are assigned or none is/,
  ],
  [
    'with an account but no clearing number',
    { account: { type: 1, digits: [7, 7] } },
    /only clearing numbers can have/,
  ],
]

for (const [name, more, message] of broken) {
  test(`a range ${name} is rejected, in the data and in an overlay`, (t) => {
    const ranges = [range('400', '499'), range('500', '599', more)]
    assert.throws(() => readAll(writeFolder(t, { ...small(), ranges })), { name: 'DatasetError', message })
    const overlay = writeOverlay(t, ranges)
    assert.throws(() => readAll(writeFolder(t, small()), overlay), { name: 'DatasetError', message })
  })
}

test('an account of type 1 has 7 digits and comment 1 or 2', (t) => {
  const data = withRanges(range('500', '599', { account: { type: 1, comment: 3, digits: [7, 7] } }))
  Object.assign(data.schemes[0] as Row, { identifier: 'se_clearing' })
  assert.throws(() => readAll(writeFolder(t, data)), /an account of type 1 has comment 1 or 2 and 7 digits/)
  data.ranges = [range('500', '599', { account: { type: 2, comment: 3, digits: [9, 7] } })]
  assert.throws(() => readAll(writeFolder(t, data)), /the minimum in its account digits is larger than the maximum/)
})

test('an overlay range replaces the shipped ranges where they overlap, and nothing else', (t) => {
  const folder = writeFolder(t, withRanges(range('100', '199'), range('200', '299'), range('300', '399')))
  const own = { source: 'a-list', evidence: 'assigned' as const }
  const merged = (...ranges: [string, string][]) =>
    readAll(
      folder,
      writeOverlay(
        t,
        ranges.map(([first, last]) => range(first, last, own)),
      ),
    ).codeRanges.map(({ first, last }) => `${first}-${last}`)
  assert.deepEqual(merged(['150', '160']), ['100-149', '150-160', '161-199', '200-299', '300-399'])
  assert.deepEqual(merged(['100', '199']), ['100-199', '200-299', '300-399'])
  assert.deepEqual(merged(['190', '309']), ['100-189', '190-309', '310-399'])
  assert.deepEqual(merged(['000', '050'], ['400', '499']), ['000-050', '100-199', '200-299', '300-399', '400-499'])
  assert.deepEqual(merged(['000', '999']), ['000-999'])
})

test('code-ranges.json is optional in the data and in the overlay', (t) => {
  const folder = writeFolder(t, small())
  assert.deepEqual(readAll(folder).codeRanges, [])
  const overlay = writeOverlay(t, [range('100', '199')])
  assert.deepEqual(readAll(folder, overlay).codeRanges.map(summary), ['100-199 assigned a-list'])
})
