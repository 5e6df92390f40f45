/** The page `/sources` and its filters, which work without a script. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ownSource, redistributions } from '../../src/directory/records/source.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const sources = [...shippedDirectory().packed.sources.values()]

async function readPage(t: TestContext, query: string): Promise<string> {
  const { url } = await startService(t)
  const response = await fetch(`${url}/sources${query}`)
  assert.equal(response.status, 200, query)
  return response.text()
}

const idsOn = (page: string): string[] => [...page.matchAll(/<li id="([^"]+)">/g)].map(([, id = '']) => id)

/** The ids on all pages that "Next page" leads to. */
async function idsFrom(t: TestContext, query: string): Promise<string[]> {
  const page = await readPage(t, query)
  const next = /rel="next" href="\/sources([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  return [...idsOn(page), ...(next === undefined ? [] : await idsFrom(t, next))]
}

test('the pages together have every source once', async (t) => {
  const ids = await idsFrom(t, '')
  assert.deepEqual(ids.toSorted(), sources.map(({ id }) => id).toSorted())
})

test('the filters leave the sources of a country and of certain terms', async (t) => {
  const isAbout = ({ countries }: { countries: string[] }): boolean =>
    countries.includes('NG') || countries.includes('*')
  for (const terms of redistributions) {
    const expected = sources.filter((source) => isAbout(source) && source.redistribution === terms)
    const ids = await idsFrom(t, `?country=ng&terms=${terms}`)
    assert.deepEqual(ids.toSorted(), expected.map(({ id }) => id).toSorted(), terms)
  }
  const page = await readPage(t, '?country=ng&terms=open')
  assert.match(page, /<option value="ng" selected>Nigeria</)
  assert.match(page, /<option value="open" selected>open</)
})

test('a source has its publisher, date, terms, countries and citations', async (t) => {
  const page = await readPage(t, '?country=ng')
  const own = page.split(`<li id="${ownSource}">`)[1]?.split('</li>')[0] ?? ''
  assert.match(
    own,
    /the maintainers · <time datetime="(\d{4}-\d\d-\d\d)">\1<\/time> · \d+ countries · cited by [\d,]+ banks/,
  )
  assert.match(own, /<span class="terms open">open<\/span> CC0 1\.0/)
})

test('unknown filters and pages are ignored', async (t) => {
  const all = idsOn(await readPage(t, ''))
  for (const query of ['?country=zz', '?terms=free', '?page=0', '?page=x', '?unknown=1'])
    assert.deepEqual(idsOn(await readPage(t, query)), all, query)
  assert.ok(idsOn(await readPage(t, '?page=400')).length > 0)
})
