import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { small, writeFolder } from '../../../test/support/data/small-data.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { renderCoverage } from './coverage-page.ts'

const frame = {
  base: '',
  publicUrl: 'http://localhost:8080',
  assets: { folder: '/assets/0', names: new Set<string>() },
  revision: '2026-01-31.00000000',
}
const pageOf = (folder: string): string =>
  runToEnd(renderCoverage(frame, packDirectory(readDataset(folder)), new Date('2026-11-15')))

test('official counts are shown if the data has any', (t) => {
  const folder = writeFolder(t, small())
  assert.doesNotMatch(pageOf(folder), /Compared with official counts/)
  const count = { country: 'BB', count: 3, of: 'banks of B', date: '2026', source: 'a-list', found_in: 'its rows' }
  writeFileSync(join(folder, 'official-counts.json'), JSON.stringify([count]))
  const page = pageOf(folder)
  assert.match(page, /<h2 id="official">Compared with official counts<\/h2>/)
  assert.match(
    page,
    /<td>banks of B<\/td>.*data-value="3">3<\/td><td class="number" data-value="1">1, 33%<\/td><td>its rows<\/td>/s,
  )
})

test('each country links to its page, and figures have a value to sort by', (t) => {
  const page = pageOf(writeFolder(t, small()))
  assert.match(page, /<th scope="row"><a href="\/countries\/bb">/)
  assert.match(page, /<td class="number" data-value="1">1<\/td>/)
  assert.doesNotMatch(page, /<button/)
})
