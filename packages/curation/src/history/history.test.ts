import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readDataset } from '../../../../src/dataset/dataset.ts'
import { renderPlainMarkdown } from '../../../../src/site/documentation/markdown.ts'
import { readNews } from '../../../../src/site/news/news.ts'
import {
  bank,
  branchForm,
  code,
  country,
  type Row,
  type Small,
  small,
  writeFolder,
} from '../../../../test/support/data/small-data.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { type Comparison, compareFolders } from './compare-folders.ts'
import { report } from './report.ts'
import { newsDraft, ReleaseChainError, writeRelease } from './write-release.ts'

function compareSmall(t: TestContext, change: (data: Small) => void): Comparison & { folder: string } {
  const data = small()
  change(data)
  const folder = writeFolder(t, data)
  return { ...compareFolders(openDataFolder(writeFolder(t, small())), openDataFolder(folder)), folder }
}

const banksOf = (data: Small): Row[] => data.banks.aa as Row[]
const first = (data: Small): Row => banksOf(data)[0] as Row
const second = (data: Small): Row => banksOf(data)[1] as Row
const aa = { country: 'AA', id: 'aa-first', name: 'A Bank' }

const facts: [name: string, change: (data: Small) => void, expected: object[], sentence: RegExp][] = [
  [
    'a new bank',
    (data) => banksOf(data).push(bank('aa-third')),
    [{ kind: 'bank_added', ...aa, id: 'aa-third', status: 'active' }],
    /New:\n\n- A Bank \(`aa-third`\): New\./,
  ],
  [
    'a removed id',
    (data) => banksOf(data).pop(),
    [{ kind: 'bank_removed', ...aa, id: 'aa-second' }],
    /\*\*REMOVED, although ids must never be removed\*\*:\n\n- A Bank \(`aa-second`\)/,
  ],
  [
    'a new name',
    (data) => (first(data).name = 'B [Bank]'),
    [{ kind: 'renamed', ...aa, name: 'B [Bank]', from: 'A Bank', to: 'B [Bank]' }],
    /- B \\\[Bank\\\] \(`aa-first`\): Renamed from "A Bank" to "B \\\[Bank\\\]"\./,
  ],
  [
    'a bank that opened again',
    (data) => Object.assign(second(data), { status: 'active', successor: undefined }),
    [
      {
        kind: 'status_changed',
        ...aa,
        id: 'aa-second',
        from: 'merged',
        to: 'active',
        successor: null,
        since: null,
      },
    ],
    /Open again \(was merged\)\./,
  ],
  [
    'a merger',
    (data) =>
      Object.assign((data.banks.bb as Row[])[0] as Row, {
        status: 'merged',
        status_since: '2026-01',
        successor: 'aa-first',
      }),
    [
      {
        kind: 'status_changed',
        country: 'BB',
        id: 'bb-only',
        name: 'A Bank',
        from: 'active',
        to: 'merged',
        successor: 'aa-first',
        since: '2026-01',
      },
    ],
    /Merged into A Bank \(aa-first\) \(2026-01\)\./,
  ],
  [
    'codes that were added, removed and ended',
    (data) => (first(data).codes = [code('001', { status: 'former' }), code('003', { status: 'unconfirmed' })]),
    [
      { kind: 'code_changed', ...aa, scheme: 'aa_code', value: '001', from: 'current', to: 'former' },
      { kind: 'code_removed', ...aa, scheme: 'aa_code', value: '002', status: 'current' },
      { kind: 'code_added', ...aa, scheme: 'aa_code', value: '003', status: 'unconfirmed' },
    ],
    /aa_code 001 is former \(was current\)\. aa_code 002 was removed\. aa_code 003 is new \(unconfirmed\)\./,
  ],
  [
    'a code that moved',
    (data) => {
      first(data).codes = [code('001'), code('002', { status: 'former' })]
      banksOf(data).push(bank('aa-third', { codes: [code('002')] }))
    },
    [
      { kind: 'bank_added', ...aa, id: 'aa-third', status: 'active' },
      { kind: 'code_moved', ...aa, id: 'aa-third', scheme: 'aa_code', value: '002', from: 'aa-first' },
    ],
    /aa_code 002 came from A Bank \(aa-first\)\./,
  ],
  [
    'other fields',
    (data) => Object.assign(first(data), { bic: 'AAAABBCC', aliases: ['One', 'Two'], city: 'Town' }),
    [
      { kind: 'field_changed', ...aa, field: 'aliases', from: null, to: ['One', 'Two'] },
      { kind: 'field_changed', ...aa, field: 'city', from: null, to: 'Town' },
      { kind: 'field_changed', ...aa, field: 'bic', from: null, to: 'AAAABBCC' },
    ],
    /aliases: new One, Two\. city is Town\. bic is AAAABBCC\./,
  ],
  [
    'a field that was removed',
    (data) => Object.assign(second(data), { successor: undefined }),
    [{ kind: 'field_changed', ...aa, id: 'aa-second', field: 'successor', from: 'aa-first', to: null }],
    /successor aa-first was removed\./,
  ],
  [
    'details of codes, once for all codes of a bank',
    (data) => (first(data).codes = [code('001', { bic: 'AAAABBCC' }), code('002', { bic: 'AAAABBDD' })]),
    [{ kind: 'field_changed', ...aa, field: 'codes.bic', from: [null], to: ['AAAABBCC', 'AAAABBDD'] }],
    /codes\.bic is AAAABBCC, AAAABBDD \(was unknown\)\./,
  ],
  [
    'a code that is the main one now',
    (data) => (first(data).codes = [code('001'), code('002', { main: true })]),
    [{ kind: 'code_marked', ...aa, scheme: 'aa_code', value: '002', mark: 'main', to: true }],
    /- Codes: 1 marked or unmarked\.\n[\s\S]*aa_code 002 is the main code\./,
  ],
  ['notes, which are only counted', (data) => (first(data).notes = ['A note.']), [], /- 1 bank with changed sources/],
]

for (const [name, change, expected, sentence] of facts) {
  test(`the diff shows ${name}`, (t) => {
    const comparison = compareSmall(t, change)
    const isNote = ({ field }: { field?: string }): boolean => field === 'notes'
    assert.deepEqual(
      comparison.facts.filter((fact) => !isNote(fact as { field?: string })),
      expected,
    )
    assert.match(report(comparison, { all: false, banksMax: 12, depth: 2 }), sentence)
  })
}

test('the bank that lost a code gets a change that names the new holder', (t) => {
  const { lists } = compareSmall(t, (data) => {
    first(data).codes = [code('001')]
    banksOf(data).push(bank('aa-third', { codes: [code('002')] }))
  })
  assert.deepEqual(
    lists.map(({ id, kind, summary }) => [id, kind, summary]),
    [
      ['aa-first', 'changed', 'aa_code 002 went to A Bank (aa-third).'],
      ['aa-third', 'added', 'New. aa_code 002 came from A Bank (aa-first).'],
    ],
  )
})

test('banks that are not listed are in the diff but not in the list changes', (t) => {
  const { facts, lists } = compareSmall(t, (data) => (second(data).name = 'Another'))
  assert.equal(facts.length, 1)
  assert.deepEqual(lists, [])
})

const changesOfSchemes: [name: string, change: (data: Small) => void, expected: object][] = [
  [
    'a country with other code_schemes',
    (data) => delete (data.countries[0] as Row).code_schemes,
    { table: 'countries', entry: 'AA', fields: ['code_schemes'] },
  ],
  // The older folder is from before schemes had a level.
  [
    'a scheme that changes to the level of branches',
    (data) => ((data.schemes[0] as Row).level = 'branch'),
    { table: 'schemes', entry: 'aa_code', fields: ['level'] },
  ],
]

for (const [name, change, expected] of changesOfSchemes) {
  test(`${name} changes the lists, although no record changes`, (t) => {
    const [older, newer] = [small(), small()]
    for (const data of [older, newer]) first(data).codes = [code('001')]
    change(newer)
    const folders = [older, newer].map((data) => openDataFolder(writeFolder(t, data)))
    const { facts, lists, tables } = compareFolders(...(folders as [DataFolder, DataFolder]))
    assert.deepEqual(facts, [])
    const summary = 'Its `code` changed, because the code schemes of its country changed.'
    assert.deepEqual(lists, [{ id: 'aa-first', country: 'AA', kind: 'changed', summary }])
    assert.deepEqual(tables, [{ kind: 'entry_changed', ...expected }])
  })
}

test('changes to countries, schemes, sources and auxiliary tables are counted', (t) => {
  const comparison = compareSmall(t, (data) => {
    data.countries.push(country('CC'))
    data.banks.cc = []
    ;(data.countries[2] as Row).members = ['AA', 'BB', 'CC']
    ;(data.schemes[0] as Row).label = 'The code'
  })
  writeFileSync(join(comparison.folder, 'iban.json'), '{}')
  const again = compareFolders(openDataFolder(writeFolder(t, small())), openDataFolder(comparison.folder))
  const text = report(again, { all: false, banksMax: 12, depth: 2 })
  assert.match(text, /^- Countries: 1 new, 1 changed\.\n- Schemes: 1 changed\.\n- `iban\.json` is new\.\n/)
  assert.match(text, /- `countries\.json`: `RR` changed \(members\)\n/)
  assert.deepEqual(again.regions, ['RR'])
})

test('a changed list of best-known banks is reported with its country', (t) => {
  const [older, newer] = [['aa-first'], ['aa-first', 'aa-new']].map((banks) => {
    const data = {
      ...small(),
      ranks: [{ country: 'AA', banks }, ...(banks.length > 1 ? [{ country: 'BB', banks: ['bb-only'] }] : [])],
    }
    return openDataFolder(writeFolder(t, data))
  }) as [DataFolder, DataFolder]
  const comparison = compareFolders(older, newer)
  assert.deepEqual(comparison.lists, [])
  const text = report(comparison, { all: false, banksMax: 12, depth: 2 })
  assert.match(text, /^- Ranks: 1 new, 1 changed\.\n/)
  assert.match(text, /- `ranks\.json`: `AA` changed \(banks\)\n- `ranks\.json`: `BB` new\n/)
})

test('a long list is truncated and gives the number of omitted lines, unless all is set', (t) => {
  const comparison = compareSmall(t, (data) => {
    for (let number = 100; number < 325; number++) banksOf(data).push(bank(`aa-z${number}`))
  })
  const [short, whole] = [false, true].map((all) => report(comparison, { all, banksMax: 12, depth: 2 })) as [
    string,
    string,
  ]
  assert.match(short, /^- Banks: 225 new\.\n/)
  assert.match(short, /\(`aa-z111`\): New\.\n- and 213 more\n/)
  assert.match(whole, /\(`aa-z324`\): New\.\n/)
  assert.doesNotMatch(whole, /more/)
})

test('the report says if files differ only in formatting', (t) => {
  const { folder, ...same } = compareSmall(t, () => {})
  assert.equal(same.from, same.to)
  const file = join(folder, 'banks/bb.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace(',"name"', ', "name"'))
  const comparison = compareFolders(openDataFolder(writeFolder(t, small())), openDataFolder(folder))
  assert.notEqual(comparison.from, comparison.to)
  assert.equal(
    report(comparison, { all: false, banksMax: 12, depth: 2 }),
    'No facts differ, only the formatting of the files.\n',
  )
})

test('a stored release is read with the data and does not change the revision', (t) => {
  const comparison = compareSmall(t, (data) => (first(data).name = 'B Bank'))
  const { folder, from, to } = comparison
  assert.deepEqual(writeRelease(folder, comparison, '2026-02-01'), [`changes/${to}.jsonl`, 'CHANGELOG.md'])
  const { revision, releases } = readDataset(folder)
  assert.equal(revision, to)
  assert.deepEqual(
    releases.map((release) => [release.from, release.to, release.date]),
    [[from, to, '2026-02-01']],
  )
  const summary = 'Renamed from "A Bank" to "B Bank".'
  assert.equal(
    readFileSync(join(folder, `changes/${to}.jsonl`), 'utf8'),
    `${JSON.stringify({ from, to, date: '2026-02-01' })}\n${JSON.stringify({ id: 'aa-first', country: 'AA', kind: 'changed', summary })}\n`,
  )
})

test('storing a release again changes nothing, even on another day, and restores missing files', (t) => {
  const comparison = compareSmall(t, (data) => (first(data).name = 'B Bank'))
  const { folder } = comparison
  writeRelease(folder, comparison, '2026-02-01')
  const log = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  assert.deepEqual(writeRelease(folder, comparison, '2026-02-02'), [])
  rmSync(join(folder, 'CHANGELOG.md'))
  assert.deepEqual(writeRelease(folder, comparison, '2026-02-02'), ['CHANGELOG.md'])
  assert.equal(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), log)
})

test('a release continues the previous one, and the changelog has the newest first', (t) => {
  const earlier = compareSmall(t, (data) => (first(data).name = 'B Bank'))
  writeRelease(earlier.folder, earlier, '2026-02-01')
  const data = small()
  first(data).name = 'C Bank'
  const next = writeFolder(t, data)
  const open = (folder: string) => openDataFolder(folder)
  const both = compareFolders(open(earlier.folder), open(next))
  mkdirSync(join(next, 'changes'))
  for (const name of [`changes/${earlier.to}.jsonl`, 'CHANGELOG.md']) {
    writeFileSync(join(next, name), readFileSync(join(earlier.folder, name)))
  }
  const skipping = compareFolders(open(writeFolder(t, small())), open(next))
  const refused = (comparison: Comparison, reason: RegExp) =>
    assert.throws(
      () => writeRelease(next, comparison, '2026-02-02'),
      (error: Error) => error instanceof ReleaseChainError && reason.test(error.message),
    )
  refused(
    skipping,
    new RegExp(`last stored release ends at revision ${earlier.to}, but the older folder is at ${skipping.from}`),
  )
  refused({ ...both, from: both.to }, /nothing changed, so nothing is stored/)
  refused({ ...both, from: earlier.to, to: earlier.from }, /already include revision \S+, and a chain that returns/)
  writeRelease(next, both, '2026-02-02')
  const log = readFileSync(join(next, 'CHANGELOG.md'), 'utf8')
  assert.deepEqual(log.match(/^## .*$/gm), [`## ${both.to} (2026-02-02)`, `## ${earlier.to} (2026-02-01)`])
  assert.match(log, /^# Data changes\n\n.+\n\n## .+\n\n- .+\n\n### AA \(AA\)\n/)
})

test('the news draft can be published unchanged', (t) => {
  const comparison = compareSmall(t, (data) => {
    first(data).name = '<b>&[A](javascript:1) *Bank*'
    first(data).website = 'http://a.example'
  })
  const folder = join(comparison.folder, 'news')
  mkdirSync(folder)
  const { name, text } = newsDraft(comparison, new Date('2026-02-01T10:00:00.123Z'))
  writeFileSync(join(folder, name), text)
  assert.deepEqual(readdirSync(folder), [`2026-02-01-data-${comparison.to.replace('.', '-')}.md`])
  const [entry] = readNews(folder, renderPlainMarkdown)
  assert.equal(entry?.title, 'Banks: 1 renamed')
  assert.equal(entry?.revision, comparison.to)
  assert.equal(entry?.summary, 'Banks: 1 renamed. Other fields: 1 website.')
  assert.doesNotMatch(entry?.html ?? '', /<b>|javascript:1"|<em>/)
})

test('a new edition of a branch list is one line with counts', (t) => {
  const withList = (rows: string[]): DataFolder => {
    const data = small()
    return openDataFolder(writeFolder(t, { ...data, forms: [branchForm('aa_branch')], branches: { aa_branch: rows } }))
  }
  const before = withList(['00101\tOld Name', '00102', '00103'])
  const comparison = compareFolders(before, withList(['00101\tNew Name', '00102', '00104', '00105']))
  const fact = { kind: 'branches_changed', form: 'aa_branch', added: 2, removed: 1, changed: 1 }
  assert.deepEqual(comparison.tables, [fact])
  assert.deepEqual(comparison.lists, [])
  assert.match(
    report(comparison, { all: true, banksMax: 5, depth: 2 }),
    /^- Branch codes of `aa_branch`: 2 new, 1 removed, 1 changed\.$/m,
  )
})
