import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { small, writeFolder } from '../../test/support/data/small-data.ts'
import { readChangeFiles } from './data-files.ts'
import { readDataset } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'
import { readReleases } from './releases.ts'
import { createValidator } from './schema-check.ts'

const [one, two, three] = ['2026-01-31.00000001', '2026-01-31.00000002', '2026-02.00000003'] as const
const head = (from: string, to: string) => ({ from, to, date: '2026-02-01' })
const change = (id: string, more: object = {}) => ({ id, country: 'AA', kind: 'changed', summary: 'New.', ...more })

const asLines = (rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

function folderWith(t: TestContext, files: Record<string, string | Buffer>): string {
  const folder = writeFolder(t, small())
  mkdirSync(join(folder, 'changes'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'changes', name), content)
  return folder
}

test('releases are read in the order of the chain, not of their file names', (t) => {
  const folder = folderWith(t, {
    [`${one}.jsonl`]: asLines([head(three, one), change('aa-first')]),
    [`${two}.jsonl`]: asLines([head(one, two)]),
    'README.md': 'no release',
  })
  const releases = readDataset(folder).releases
  assert.deepEqual(
    releases.map(({ from, to }) => [from, to]),
    [
      [three, one],
      [one, two],
    ],
  )
  assert.equal(Buffer.from(releases[0]?.lines ?? []).toString(), asLines([change('aa-first')]))
  assert.equal(releases[1]?.lines.length, 0)
})

test('earlier changes are not part of the revision', (t) => {
  const folder = folderWith(t, { [`${two}.jsonl`]: asLines([head(one, two), change('aa-first')]) })
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changes\n')
  assert.equal(readDataset(folder).revision, readDataset(writeFolder(t, small())).revision)
})

test('only the newest changes are read, in whole releases', (t) => {
  const folder = folderWith(t, {
    [`${two}.jsonl`]: asLines([head(one, two), change('aa-first'), change('aa-second')]),
    [`${three}.jsonl`]: asLines([head(two, three), change('aa-first'), change('aa-second')]),
  })
  const read = (max: number): string[] =>
    readReleases(readChangeFiles(folder), createValidator, max).map(({ to }) => to)
  assert.deepEqual(read(4), [two, three])
  assert.deepEqual(read(3), [three])
  assert.deepEqual(read(1), [])
})

const broken: [name: string, files: Record<string, string | Buffer>, message: RegExp][] = [
  ['a file without a line', { [`${two}.jsonl`]: '' }, /00000002\.jsonl:1: there is no newline at the end of the file/],
  [
    'a first line that is not a release',
    { [`${two}.jsonl`]: '{}\n' },
    /02\.jsonl:1: the record is missing the field "from"/,
  ],
  ['a first line that is not JSON', { [`${two}.jsonl`]: '{\n' }, /02\.jsonl:1: is not JSON/],
  ['an invalid revision', { [`${two}.jsonl`]: asLines([head('x', two)]) }, /02\.jsonl:1: from is "x"/],
  [
    'a file with a wrong name',
    { [`${three}.jsonl`]: asLines([head(one, two)]) },
    /leads to 2026-01-31\.00000002, but the file has another name/,
  ],
  [
    'a last line without a newline',
    { [`${two}.jsonl`]: asLines([head(one, two), change('aa-first')]).trimEnd() },
    /02\.jsonl:2: there is no newline at the end of the file/,
  ],
  [
    'a change of an unknown kind',
    { [`${two}.jsonl`]: asLines([head(one, two), change('aa-first', { kind: 'moved' })]) },
    /02\.jsonl:2: kind is "moved"; allowed values are added, changed, removed/,
  ],
  [
    'a duplicate bank',
    { [`${two}.jsonl`]: asLines([head(one, two), change('aa-first'), change('aa-first')]) },
    /02\.jsonl:3: aa-first follows aa-first, but ids must be sorted and unique/,
  ],
  [
    'a bank of another country',
    { [`${two}.jsonl`]: asLines([head(one, two), change('bb-only')]) },
    /02\.jsonl:2: bb-only is not a bank in AA/,
  ],
  ['a file that is not UTF-8', { [`${two}.jsonl`]: Buffer.from([0xff, 0x0a]) }, /02\.jsonl: is not UTF-8/],
  [
    'a fork',
    { [`${two}.jsonl`]: asLines([head(one, two)]), [`${three}.jsonl`]: asLines([head(one, three)]) },
    /03\.jsonl:1: starts at 2026-01-31\.00000001, like changes\/2026-01-31\.00000002\.jsonl/,
  ],
  [
    'a gap',
    {
      [`${two}.jsonl`]: asLines([head(one, two)]),
      [`${three}.jsonl`]: asLines([head('2026-01-31.00000009', three)]),
    },
    /03\.jsonl:1: starts at 2026-01-31\.00000009, where no other release ends/,
  ],
  [
    'a cycle',
    { [`${one}.jsonl`]: asLines([head(two, one)]), [`${two}.jsonl`]: asLines([head(one, two)]) },
    /changes: the releases form a cycle/,
  ],
]

for (const [name, files, message] of broken) {
  test(`${name} among the changes is rejected with its location`, (t) => {
    const folder = folderWith(t, files)
    assert.throws(
      () => readDataset(folder),
      (error: Error) => error instanceof DatasetError && message.test(error.message),
    )
  })
}
