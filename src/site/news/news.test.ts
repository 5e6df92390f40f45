import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import { readNews } from './news.ts'

const render = (markdown: string): string => marked.parse(markdown, { async: false })

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'news-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const entry = (date: string, more = '', text = 'Text.\n'): string =>
  `---\ntitle: A title\ndate: ${date}\nsummary: A summary.\n${more}---\n${text}`

test('an entry has the slug, fields and text of its file', (t) => {
  const folder = folderWith(t, {
    '2026-12-01-a-thing.md': entry(
      '2026-12-01T10:00:00Z',
      'updated: 2026-12-03T00:00:00Z\n',
      'See [it](/docs/1.0/).\n',
    ),
  })
  assert.deepEqual(readNews(folder, render), [
    {
      slug: 'a-thing',
      id: 'tag:bank-lookup.example,2026-12-01:news/a-thing',
      title: 'A title',
      summary: 'A summary.',
      revision: undefined,
      published: '2026-12-01T10:00:00Z',
      updated: '2026-12-03T00:00:00Z',
      html: '<p>See <a href="/docs/1.0/">it</a>.</p>\n',
    },
  ])
})

test('an unchanged entry has its publication time as `updated`', (t) => {
  const [only] = readNews(folderWith(t, { '2026-12-01-a.md': entry('2026-12-01T10:00:00Z') }), render)
  assert.equal(only?.updated, '2026-12-01T10:00:00Z')
})

test('the newest entry comes first, by time and not by name; an update does not move it', (t) => {
  const folder = folderWith(t, {
    '2026-12-01-b.md': entry('2026-12-01T10:00:00Z'),
    '2026-12-01-a.md': entry('2026-12-01T09:00:00Z'),
    '2026-12-01-d.md': entry('2026-12-01T08:00:00Z'),
    '2026-12-01-c.md': entry('2026-12-01T08:00:00Z'),
    '2027-01-01-z.md': entry('2027-01-01T00:00:00Z'),
    '2025-01-01-y.md': entry('2025-01-01T00:00:00Z', 'updated: 2030-01-01T00:00:00Z\n'),
  })
  assert.deepEqual(
    readNews(folder, render).map(({ slug }) => slug),
    ['z', 'b', 'a', 'c', 'd', 'y'],
  )
})

test('the README and files of other types are ignored', (t) => {
  assert.deepEqual(readNews(folderWith(t, { 'README.md': '# How\n', 'picture.svg': '<svg/>' }), render), [])
})

const good = '2026-12-01T10:00:00Z'
const broken: [name: string, text: string, sentence: RegExp][] = [
  ['a-thing.md', entry(good), /Name the file by date and subject, such as /],
  ['2026-12-01.md', entry(good), /Name the file/],
  ['2026-12-01-A-Thing.md', entry(good), /Name the file/],
  ['2026-12-01-feed.json.md', entry(good), /Name the file/],
  ['2026-12-01-a-.md', entry(good), /Name the file/],
  [
    '2026-12-02-a.md',
    entry(good),
    /"date" is 2026-12-01T10:00:00Z but the file name says 2026-12-02. Use the same day/,
  ],
  ['2026-12-01-a.md', 'Text.\n', /has no "title". Add "title: \.\.\."/],
  ['2026-12-01-a.md', `---\ntitle: A\nsummary: A.\n---\nText.\n`, /has no "date"/],
  ['2026-12-01-a.md', `---\ntitle: A\ndate: ${good}\n---\nText.\n`, /has no "summary"/],
  [
    '2026-12-01-a.md',
    entry(good, 'updatd: 2026-12-02T10:00:00Z\n'),
    /Unknown field "updatd" in the front matter. Known fields: title, date,/,
  ],
  ['2026-12-01-a.md', entry(good, 'no pair\n'), /Line 5 is "no pair"/],
  ['2026-12-01-a.md', entry(good, '', ' \n'), /There is no text after the front matter/],
  ['2026-12-01-a.md', entry('2026-12-01'), /"date" is "2026-12-01"; expected a time in UTC such as/],
  ['2026-12-01-a.md', entry('2026-12-01T10:00:00+01:00'), /expected a time in UTC/],
  ['2026-12-01-a.md', entry('2026-12-01T10:00:00.5Z'), /expected a time in UTC/],
  ['2026-12-01-a.md', entry('2026-12-01T24:00:00Z'), /expected a time in UTC/],
  ['2026-12-01-a.md', entry('2026-12-01T10:00:60Z'), /expected a time in UTC/],
  ['2026-02-30-a.md', entry('2026-02-30T10:00:00Z'), /expected a time in UTC/],
  ['2026-12-01-a.md', entry(good, 'updated: yesterday\n'), /"updated" is "yesterday"; expected a time/],
  [
    '2026-12-01-a.md',
    entry(good, 'updated: 2026-11-30T10:00:00Z\n'),
    /"updated" is 2026-11-30T10:00:00Z, which is before "date"/,
  ],
  [
    '2026-12-01-a.md',
    entry(good, '', '[a](docs/1.0/)\n'),
    /The link in <a href="docs\/1.0\/"> does not work in a feed/,
  ],
  [
    '2026-12-01-a.md',
    entry(good, '', '![a](//host/a.png)\n'),
    /The link in <img src="\/\/host\/a.png" alt="a"> does not/,
  ],
  ['2026-12-01-a.md', entry(good, '', "<a href='/docs/'>a</a>\n"), /does not work in a feed/],
  ['2026-12-01-a.md', entry(good, '', '[a](javascript:alert(1))\n'), /does not work in a feed/],
]

for (const [name, text, sentence] of broken) {
  test(`${name} is rejected by name: ${sentence.source}`, (t) => {
    const folder = folderWith(t, { '2026-11-15-sound.md': entry('2026-11-15T08:00:00Z'), [name]: text })
    assert.throws(
      () => readNews(folder, render),
      ({ message }: Error) => message.startsWith(`${join(folder, name)}: `) && sentence.test(message),
    )
  })
}

test('two entries cannot share a slug', (t) => {
  const folder = folderWith(t, {
    '2026-12-01-a.md': entry('2026-12-01T10:00:00Z'),
    '2026-12-02-a.md': entry('2026-12-02T10:00:00Z'),
  })
  assert.throws(
    () => readNews(folder, render),
    /2026-12-02-a.md: 2026-12-01-a.md already uses the slug "a". Choose another name/,
  )
})

test('absolute links, mail links and fragments are allowed', (t) => {
  const text = '[a](/docs/) [b](https://a.example/) [c](mailto:a@b.example) [d](#e) and `<a href="x">`\n'
  assert.equal(readNews(folderWith(t, { '2026-12-01-a.md': entry(good, '', text) }), render).length, 1)
})

// A changed id makes feed readers show an entry as new: add lines here, never change one.
const publishedIds = [
  'tag:bank-lookup.example,2026-11-15:news/data-2026-11-14',
  'tag:bank-lookup.example,2026-11-15:news/interface-1-0',
]

test('published entries keep their ids', () => {
  const ids = readNews(fileURLToPath(new URL('../../../news', import.meta.url)), render).map(({ id }) => id)
  for (const id of publishedIds) assert.ok(ids.includes(id), id)
})

test('a headline says what changed: it is short, and no name of a revision', () => {
  for (const { slug, title } of readNews(fileURLToPath(new URL('../../../news', import.meta.url)), render)) {
    assert.doesNotMatch(title, /^data release|\d{4}-\d\d-\d\d|\b(?=[a-f]*\d)[0-9a-f]{8}\b/i, slug)
    assert.ok(title.length <= 90, `${slug}: ${title.length} characters`)
  }
})

test('an entry about a data release names its revision, which the text says, too', () => {
  const releases = readNews(fileURLToPath(new URL('../../../news', import.meta.url)), render).filter(({ slug }) =>
    slug.startsWith('data-'),
  )
  for (const { slug, revision = '', html } of releases) {
    assert.equal(slug, `data-${revision.replace('.', '-')}`)
    assert.ok(html.includes(`<code>${revision}</code>`), slug)
  }
})

test('ids are tag URIs (RFC 4151)', () => {
  const tag = /^tag:[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+,\d{4}(-\d\d(-\d\d)?)?:[\w\-.~!$&'()*+,;=:@/?%]*$/
  for (const { id } of readNews(fileURLToPath(new URL('../../../news', import.meta.url)), render)) assert.match(id, tag)
})
