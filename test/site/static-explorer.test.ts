/** The explorer on static files: its search, its lists and its links, without a browser. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { banksIn } from '../../src/directory/views/selected-fields.ts'
import { addressOf, readView } from '../../src/site/client/explorer/view.ts'
import { searchBanks } from '../../src/site/client/static-explorer/list-search.ts'
import { findFile } from '../../src/site/client/static-explorer/request-files.ts'
import type { ExplorerList, StaticBank } from '../../src/site/static-list.ts'
import { exportableData } from '../support/data/exported.ts'
import { shippedDirectory } from '../support/data/shipped.ts'
import { writeFolder } from '../support/data/small-data.ts'
import { smallExport } from '../support/data/small-export.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { startStaticServer } from '../support/services/plain-file-server.ts'
import { temporaryFolder } from '../support/services/processes.ts'

const bank = (id: string, fields: Partial<StaticBank>): StaticBank => ({
  id,
  name: 'A Bank',
  short_name: null,
  legal_name: null,
  aliases: [],
  country: 'AA',
  type: 'commercial_bank',
  city: null,
  region: null,
  code: null,
  code_scheme: null,
  codes: {},
  bic: null,
  status: 'active',
  rails: [],
  ...fields,
})

const idsFor = (banks: readonly StaticBank[], text: string): string[] => searchBanks(banks, text).map(({ id }) => id)

test('a search ignores case, accents and letters without a plain form, on both sides', () => {
  const banks = [
    bank('aa-itau', { name: 'Itaú Unibanco' }),
    bank('aa-sonderjylland', { name: 'SØNDERJYLLAND Sparekasse' }),
    bank('aa-lodz', { city: 'Łódź' }),
  ]
  for (const text of ['itau', 'ITAÚ', 'itau\u0301 uni']) assert.deepEqual(idsFor(banks, text), ['aa-itau'], text)
  for (const text of ['sonder', 'Sønder', 'spare sonder']) assert.deepEqual(idsFor(banks, text), ['aa-sonderjylland'])
  for (const text of ['lodz', 'łódź']) assert.deepEqual(idsFor(banks, text), ['aa-lodz'])
})

test('every word of a search starts a word of the names or the place', () => {
  const banks = [bank('aa-first', { name: 'First Bank', aliases: ['FBN'], city: 'Lagos' })]
  for (const text of ['first', 'ban fir', 'fbn', 'lagos first', '(first) bank!']) {
    assert.deepEqual(idsFor(banks, text), ['aa-first'], text)
  }
  for (const text of ['irst', 'first abuja', 'firsts', '!', '']) assert.deepEqual(idsFor(banks, text), [], text)
})

test('the best match comes first, and equal matches stay in the order of the list', () => {
  const banks = [
    bank('aa-place', { name: 'Other', city: 'Union' }),
    bank('aa-inside', { name: 'Credit Union' }),
    bank('aa-start', { name: 'Union Bank' }),
    bank('aa-start-2', { name: 'Union Credit' }),
    bank('aa-exact', { name: 'Union' }),
    bank('aa-bic', { name: 'Zed', bic: 'UNIONAAA' }),
    bank('aa-code', { name: 'Zed', codes: { aa_code: ['UNION'] } }),
  ]
  const ranked = ['aa-code', 'aa-bic', 'aa-exact', 'aa-start', 'aa-start-2', 'aa-inside', 'aa-place']
  assert.deepEqual(idsFor(banks, 'union'), ranked)
})

test('codes and BICs match from their start, however they are separated', () => {
  const banks = [bank('aa-sort', { codes: { aa_sort: ['20-00-00', '20-00-52'] } }), bank('aa-bic', { bic: 'GTBINGLA' })]
  for (const text of ['200052', '20-00-52', '20 00 52']) {
    const [found] = searchBanks(banks, text)
    assert.deepEqual([found?.id, found?.matched.text, found?.matched.spans], ['aa-sort', '20-00-52', [[0, 8]]], text)
  }
  assert.deepEqual(idsFor(banks, 'gtbi'), ['aa-bic'])
  assert.deepEqual(idsFor(banks, 'GTBINGLA'), ['aa-bic'])
  assert.deepEqual(idsFor(banks, '0052'), [])
})

test('what matched is marked in the text of the field', () => {
  const banks = [bank('aa-itau', { name: 'Itau\u0301 Unibanco', aliases: ['Banco Itaú'] })]
  const [first] = searchBanks(banks, 'uni itau')
  assert.deepEqual(first?.matched.spans, [
    [0, 5],
    [6, 9],
  ])
  const [other] = searchBanks(banks, 'banco')
  assert.deepEqual(
    [other?.matched.field, other?.matched.text, other?.matched.spans],
    ['aliases', 'Banco Itaú', [[0, 5]]],
  )
})

test('lists by name, by prominence and by rail are those of the service', async () => {
  const folder = await smallExport('')
  const directory = shippedDirectory()
  const read = (path: string): { banks: { id: string }[] } => {
    const { path: file, read: respond } = findFile({ path })
    const list = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ExplorerList
    return respond?.(list as never) as { banks: { id: string }[] }
  }
  for (const code of ['BR', 'NG']) {
    const country = directory.requireCountry(code)
    const serviceIds = (rail?: string): string[] => {
      const found = directory.packed.rails.find(({ id }) => id === rail)
      const { json } = runToEnd(directory.listBanks(country, { status: 'active', rail: found }))
      return [...banksIn(json)].flat().map(({ id }) => id)
    }
    const idsAt = (query: string): string[] => read(`v1/banks?country=${code}&${query}`).banks.map(({ id }) => id)
    assert.deepEqual(idsAt('sort=name'), serviceIds())
    assert.deepEqual(idsAt('sort=prominence').sort(), serviceIds().sort())
    assert.equal(idsAt('limit=5').length, 5)
    for (const { id } of directory.rails.inCountry(code))
      assert.deepEqual(idsAt(`sort=name&rail=${id}`), serviceIds(id))
  }
  const page = readFileSync(join(folder, 'countries/ng/index.html'), 'utf8')
  const rendered = Array.from(page.matchAll(/class="bank-row"[^>]* data-bank="([^"]+)"/g), ([, id]) => id)
  assert.deepEqual(
    read('v1/banks?country=ng&limit=100').banks.map(({ id }) => id),
    rendered,
  )
})

test('a view and its URL on a static site convert into each other', () => {
  const site = 'https://host.example/banks/'
  const paths = [
    '',
    'countries/ng/',
    'countries/ng/?q=zenith&type=commercial_bank',
    'countries/br/?rail=br_pix',
    'banks/?id=ng-gtbank',
  ]
  for (const path of paths) assert.equal(addressOf(readView(`${site}${path}`, site), site, true), `/banks/${path}`)
  // This id would be the file with the list of a country.
  assert.equal(readView(`${site}banks/?id=ng`, site).bank, '')
})

for (const base of ['', '/some/banks']) {
  test(`every link and file that a page names exists${base && ', under a path'}`, async (t) => {
    const address = base && `https://host.example${base}`
    const folder = await smallExport(address)
    const { url, missing } = await startStaticServer(t, folder, base)
    const { origin } = new URL(url)
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    assert.equal(pages.length, 6)
    const links = new Set<string>()
    for (const page of pages) {
      const text = await (await fetch(`${url}/${page}`)).text()
      assert.doesNotMatch(text, /href="[^"]*(?:\/docs\/|\/coverage|\/news|\/check)/, page)
      for (const [, name] of text.matchAll(/(?:href|src|action)="([^"#]+)/g)) {
        const link = new URL(
          (name as string).replaceAll('&amp;', '&'),
          address ? `https://host.example${base}/${page}` : `${url}/${page}`,
        )
        const isOwn = link.origin === origin || link.origin === 'https://host.example'
        if (isOwn) links.add(`${origin}${link.pathname}`)
      }
    }
    assert.ok(links.size > 20)
    for (const link of links) assert.equal((await fetch(link)).status, 200, link)
    assert.deepEqual(missing, [])
  })
}

test('export --site is for the path of BASE_URL, and leaves out the facts that the export leaves out', async (t) => {
  const env = { DATA_DIR: writeFolder(t, exportableData()), BASE_URL: 'https://host.example/banks/' }
  const out = join(temporaryFolder(t), 'public')
  const { code, stderr } = await callCommandWith({ env }, 'export', '--out', out, '--site')
  assert.equal(code, 0, stderr)
  const read = (path: string): string => readFileSync(join(out, path), 'utf8')
  const page = read('countries/aa/index.html')
  assert.match(page, /<link rel="canonical" href="https:\/\/host\.example\/banks\/countries\/aa\/">/)
  assert.match(page, /src="\/banks\/assets\/[0-9a-f]{12}\/static-explorer\.js"/)
  const { banks } = JSON.parse(read('explorer/aa.json')) as ExplorerList
  assert.deepEqual(
    banks.map(({ id, codes }) => [id, codes]),
    [
      ['aa-first', { aa_code: ['001'] }],
      ['aa-third', {}],
    ],
  )
  assert.match(read('SHA256SUMS'), / {2}explorer\/aa\.json\n/)
  assert.match(read('files.html'), /restricted, unclear|unclear, restricted/)
})
