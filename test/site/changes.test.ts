/** The pages that show people what changed in the data, and the feed of all changes. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseAtomFeed } from 'feedsmith'
import { changesFile } from '../../src/dataset/data-files.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createDirectory, type Directory } from '../../src/directory/lookups.ts'
import type { ListChange } from '../../src/directory/records/list-change.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { createSmallDirectory } from '../support/data/small-directory.ts'
import { type Service, startService } from '../support/services/service.ts'

const open = async ({ url }: Service, path: string): Promise<{ status: number; url: string; text: string }> => {
  const response = await fetch(`${url}${path}`, { headers: { Accept: 'text/html' } })
  return { status: response.status, url: response.url, text: await response.text() }
}

/** The lines of the list below the heading with this id. */
const linesBelow = (text: string, id: string): string[] => {
  const section = text.slice(text.indexOf(` id="${id}"`)).split(/<h[23]|<\/main/)[0] ?? ''
  return Array.from(section.matchAll(/<li>([\s\S]*?)<\/li>/g), ([, line = '']) =>
    line.replaceAll(/<[^>]+>/g, '').trim(),
  )
}

const change = (id: string, kind: ListChange['kind'], summary: string): ListChange => ({
  id,
  country: id.slice(0, 2).toUpperCase(),
  kind,
  summary,
})

/** Two releases in two months. The second one adds 150 banks in BB. */
function withHistory(t: TestContext): Directory {
  const data = small()
  data.banks.aa?.push(bank('aa-third', { name: 'C <Bank>' }))
  const folder = writeFolder(t, data)
  const { revision } = readDataset(folder)
  const [start, middle] = ['2026-01-01.aaaaaaaa', '2026-01-02.bbbbbbbb']
  const many = Array.from({ length: 150 }, (_, at) => change(`bb-${String(at).padStart(3, '0')}`, 'added', 'New.'))
  const releases = [
    {
      head: { from: start, to: middle, date: '2026-01-15' },
      changes: [
        change('aa-first', 'changed', 'aa_code 001 is new. aa_code 003 was removed. bic is ABCDEF2L, before ABCDEF22.'),
        change('aa-second', 'removed', 'Merged into A Bank (aa-first).'),
        change('aa-third', 'changed', 'Renamed from "Old" to "C <Bank>".'),
      ],
    },
    {
      head: { from: middle, to: revision, date: '2026-02-20' },
      changes: [change('aa-first', 'changed', 'city is Lagos (was unknown).'), ...many],
    },
  ]
  mkdirSync(join(folder, 'changes'))
  for (const { head, changes } of releases) {
    const lines = [head, ...changes].map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(join(folder, changesFile(head.to)), lines.join(''))
  }
  return createDirectory(packDirectory(readDataset(folder)))
}

test('the page of a country has its changes by month and kind, newest first, in words', async (t) => {
  const service = await startService(t, { directory: withHistory(t) })
  const { text } = await open(service, '/countries/aa/changes')
  assert.deepEqual(
    Array.from(text.matchAll(/<h2 id="[^"]+">([^<]+)/g), ([, month]) => month),
    ['February 2026', 'January 2026'],
  )
  assert.match(text, /changed since 15 Jan 2026, when the history starts/)
  assert.match(text, /1 bank with other changes/)
  assert.deepEqual(linesBelow(text, '2026-01-renamed'), ['C &lt;Bank&gt;, formerly “Old” 15 Jan'])
  assert.deepEqual(linesBelow(text, '2026-01-merged'), ['A Bank merged into A Bank 15 Jan'])
  assert.deepEqual(linesBelow(text, '2026-01-code-added'), ['A Bank: Code 001 added 15 Jan'])
  assert.deepEqual(linesBelow(text, '2026-01-code-changed'), ['A Bank: BIC ABCDEF2L replaces ABCDEF22 15 Jan'])
  assert.deepEqual(linesBelow(text, '2026-01-code-removed'), ['A Bank: Code 003 removed 15 Jan'])
})

test('a release with many changes is folded, and has at most a hundred lines', async (t) => {
  const service = await startService(t, { directory: withHistory(t) })
  const { text } = await open(service, '/countries/bb/changes')
  assert.match(text, /New in the list <span class="count">150<\/span>/)
  assert.match(text, /<summary>140 more<\/summary>/)
  assert.equal(linesBelow(text, '2026-02-new').length, 100)
  assert.match(text, /And 50 more in the JSON/)
  assert.equal(
    (await open(service, /href="(\/v1\/changes[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '')).status,
    200,
  )
})

test('the page of all countries counts the changes, the feed has the releases, and the start page the newest day', async (t) => {
  const service = await startService(t, { directory: withHistory(t) })
  const { text } = await open(service, '/changes')
  const rows = Array.from(text.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g), ([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s+/),
  )
  assert.deepEqual(rows, [
    ['BB', '150'],
    ['AA', '1'],
    ['AA', '1', '1', '3'],
  ])
  assert.match(text, /href="\/countries\/bb\/changes#2026-02"/)
  assert.match(text, /href="\/news"/)
  assert.match((await open(service, '/news')).text, /href="\/changes"/)
  const { entries = [] } = parseAtomFeed((await open(service, '/changes/feed.atom')).text)
  assert.deepEqual(
    entries.map(({ title, published }) => [title?.value, published]),
    [
      ['151 banks changed in 2 countries', '2026-02-20T00:00:00Z'],
      ['3 banks changed in 1 country', '2026-01-15T00:00:00Z'],
    ],
  )
  const start = (await open(service, '/')).text.replaceAll(/<[^>]+>/g, '')
  assert.match(start, /Changed 20 Feb 2026: BB and AA/)
})

test('a build without history says so, and its start page has no date', async (t) => {
  const service = await startService(t, { directory: createSmallDirectory() })
  for (const path of ['/changes', '/countries/aa/changes', '/countries/rr/changes'])
    assert.match((await open(service, path)).text, /This build of the data has no history of changes\./)
  assert.doesNotMatch((await open(service, '/')).text, /Data changed/)
})

test('a country in another spelling leads to its page, and an unknown one is not found', async (t) => {
  const service = await startService(t)
  const { url, status } = await open(service, '/countries/Ghana/changes')
  assert.deepEqual([status, new URL(url).pathname], [200, '/countries/gh/changes'])
  for (const country of ['zz', 'sepa']) assert.equal((await open(service, `/countries/${country}/changes`)).status, 404)
})

test('the sitemap has the pages of changes, contributing, the licence and the report', async (t) => {
  const service = await startService(t)
  const { text } = await open(service, '/sitemaps/pages.xml')
  for (const path of ['/changes', '/countries/gh/changes', '/contributing', '/data-licence', '/report', '/'])
    assert.match(text, new RegExp(`<loc>[^<]*:\\d+${path}</loc>`), path)
})

test('contributing and the licence of the data are pages, and no link in them is dead', async (t) => {
  const service = await startService(t)
  for (const [path, heading] of [
    ['/contributing', 'Contributing'],
    ['/data-licence', 'Ownership and terms of the data'],
  ] as const) {
    const { text } = await open(service, path)
    assert.match(text, new RegExp(`<h1[^>]*>${heading}`))
    const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? ''
    for (const [, link = ''] of main.matchAll(/href="([^"]+)"/g)) {
      assert.doesNotMatch(link, /\.md/, link)
      if (link.startsWith('/')) assert.equal((await open(service, link)).status, 200, link)
    }
  }
})
