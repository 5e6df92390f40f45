/** The documentation pages of the countries, which are generated from the data. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { countCitations } from '../../src/directory/views/source-citations.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const { countries, packed, listPaymentMethods } = shippedDirectory()

async function readPage(t: TestContext, path: string): Promise<string> {
  const { url } = await startService(t)
  const response = await fetch(`${url}${path}`)
  assert.equal(response.status, 200, path)
  return response.text()
}

const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, '')

/** The part of a page from one heading to the next. */
const sectionOf = (page: string, id: string): string => page.split(`<h2 id="${id}">`)[1]?.split('<h2 ')[0] ?? ''

test('every country has a page in HTML and as Markdown with each payment method, field and code scheme', async (t) => {
  for (const country of countries) {
    const path = `/docs/1.0/countries/${country.code.toLowerCase()}`
    const [html, markdown] = [await readPage(t, path), await readPage(t, `${path}.md`)]
    assert.ok(markdown.startsWith(`# ${country.display_name}\n\nHow to pay into an account in `), path)
    assert.doesNotMatch(markdown, /\{\{|<(?:figure|table|a|li)\b/, path)
    for (const { id, label, fields } of listPaymentMethods(country)) {
      assert.ok(markdown.includes(`### ${label}\n\nPayment method \`${id}\``), `${path} ${id}`)
      assert.ok(html.includes(`<code>${id}</code>`), `${path} ${id}`)
      for (const { key } of fields) assert.ok(markdown.includes(`(\`${key}\``), `${path} ${key}`)
    }
    if (country.kind === 'country')
      for (const { scheme } of country.bank_codes) assert.ok(markdown.includes(`\`codes.${scheme}\``), scheme)
  }
})

test('the parts of the drawn number are marked and labelled, and are text', async (t) => {
  const germany = await readPage(t, '/docs/1.0/countries/de')
  assert.match(
    germany,
    /<li class="bank"><code>37040044<\/code> <span>Bank code<\/span><\/li><li class="account"><code>0532013000<\/code>/,
  )
  const nigeria = await readPage(t, '/docs/1.0/countries/ng')
  assert.match(
    nigeria,
    /<code>000001457<\/code> <span>Serial<\/span><\/li><li class="check"><code>9<\/code> <span>Check digit<\/span>/,
  )
  const mexico = await readPage(t, '/docs/1.0/countries/mx.md')
  assert.match(mexico, /^Example: `002` Bank code, `010` Branch code, `00000000000` Account, `1` Check digit$/m)
})

test('the remarks of a country are on its page, and gaps have their own section', async (t) => {
  const page = await readPage(t, '/docs/1.0/countries/de')
  assert.match(textOf(sectionOf(page, 'watch-out')), /A bank may have many Bankleitzahlen/)
  assert.match(textOf(sectionOf(page, 'gaps')), /The newest list seldom says/)
  assert.doesNotMatch(page, /Gaps: /)
})

test('the age of the data names the lists that most banks of the country cite', async (t) => {
  const counts = [...runToEnd(countCitations(packed, ['GH']))].filter(([id]) => id !== 'curated')
  const [top] = counts.sort(([, a], [, b]) => b.banks + b.codes - a.banks - a.codes)
  const { title, date } = packed.sources.get(top?.[0] ?? '') ?? {}
  const markdown = await readPage(t, '/docs/1.0/countries/gh.md')
  assert.ok(markdown.includes(`- ${date}: ${title} (`), `${date}: ${title}`)
})

test('the list of countries leads to each page, with the ids that links from before have', async (t) => {
  const index = await readPage(t, '/docs/1.0/countries')
  for (const { code } of countries)
    assert.ok(index.includes(`<a href="/docs/1.0/countries/${code.toLowerCase()}">`), code)
  for (const id of ['nigeria', 'united-kingdom', 'côte-d-ivoire', 'european-union'])
    assert.ok(index.includes(`<li id="${id}"><a href="/docs/1.0/countries/`), id)
})

test('the pages are in the sitemap, and not in the contents', async (t) => {
  const sitemap = await readPage(t, '/sitemaps/pages.xml')
  for (const { code } of countries) assert.ok(sitemap.includes(`/docs/1.0/countries/${code.toLowerCase()}</loc>`), code)
  const page = await readPage(t, '/docs/1.0/countries/ng')
  const [contents = ''] = /<nav class="contents-nav".*?<\/nav>/s.exec(page) ?? []
  assert.doesNotMatch(contents, /countries\/gh/)
  assert.match(contents, /aria-current="true">Countries</)
})
