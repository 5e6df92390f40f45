/** The search of the documentation. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accessibilityProblems, desktop, openPage, phone, twoFrames } from '../support/browser.ts'
import { startPathProxy } from '../support/services/path-proxy.ts'
import { startService } from '../support/services/service.ts'

interface Search {
  page: Page
  url: string
  requests: string[]
  dialog: Locator
  field: Locator
  options: Locator
}

async function openDocument(t: TestContext, options = {}): Promise<Search | undefined> {
  const visitor = await openPage(t, { ...desktop, ...options })
  if (!visitor) return undefined
  const { url } = await startService(t)
  const { page, requests } = visitor
  await page.goto(`${url}/docs/1.0/`)
  // Chromium drops keys that are pressed before the first frame.
  await twoFrames(page)
  return { page, url, requests, ...partsOf(page) }
}

function partsOf(page: Page): Pick<Search, 'dialog' | 'field' | 'options'> {
  const dialog = page.getByRole('dialog', { name: 'Search the docs' })
  return { dialog, field: dialog.getByRole('combobox'), options: dialog.getByRole('option') }
}

test('/ opens the search, arrows choose a result, Enter opens it', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, requests, dialog, field, options } = search
  assert.ok(requests.every((address) => !address.endsWith('/search-index.json')))
  await page.keyboard.press('/')
  await dialog.waitFor()
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'combobox')
  await page.keyboard.type('sort code')
  await options.first().waitFor()
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  const activeId = (): Promise<string | null> => field.getAttribute('aria-activedescendant')
  assert.equal(await activeId(), 'search-option-0')
  assert.equal(await options.first().getAttribute('aria-selected'), 'true')
  await page.keyboard.press('ArrowDown')
  assert.equal(await activeId(), 'search-option-1')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(await activeId(), `search-option-${(await options.count()) - 1}`)
  await page.keyboard.press('ArrowDown')
  const target = await options.first().getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL(target ?? '')
  assert.ok(target?.startsWith(`${url}/docs/1.0/`))
  assert.equal(requests.filter((address) => address.endsWith('/search-index.json')).length, 1)
})

test('a slash in a field is text, and Escape closes the search and returns the focus', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, dialog, field } = search
  const button = page.getByRole('button', { name: 'Search the docs' })
  await button.click()
  await dialog.waitFor()
  await page.keyboard.type('a/b')
  assert.equal(await field.inputValue(), 'a/b')
  await page.keyboard.press('Escape')
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Search the docs/)
})

test('fields, error codes, schemes, parameters, countries and settings are found, also with typos', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, dialog, field, options } = search
  await page.keyboard.press('/')
  await dialog.waitFor()
  const expected: [text: string, path: string][] = [
    ['legal_name', 'data#entry-legal_name'],
    ['country_unsuported', 'errors#country_unsupported'],
    ['ng_nip', 'schemes#entry-ng_nip'],
    ['prominence', 'reference#get-v1-banks-sort'],
    ['nigera', 'countries/ng'],
    ['BASE_URL', 'production#entry-base_url'],
    ['caching etag', 'lookups#caching-with-etags'],
  ]
  for (const [text, path] of expected) {
    await field.fill(text)
    await dialog.locator(`[role=option][href="${url}/docs/1.0/${path}"]`).waitFor()
    assert.ok((await options.count()) > 0)
  }
  await field.fill('zzzzzzzz')
  await dialog.getByText('Nothing found for “zzzzzzzz”.').waitFor()
  assert.equal(await field.getAttribute('aria-activedescendant'), null)
})

test('without a result, the usual questions are links, which the arrow keys choose too', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, dialog, field, options } = search
  await page.keyboard.press('/')
  await field.fill('zzzzzzzz')
  await dialog.getByText('Usual questions').waitFor()
  assert.equal(await options.count(), 6)
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/keys`)
})

test('results in the first page open that page', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, field, options } = search
  await page.goto(`${url}/docs/1.0/limits`)
  await twoFrames(page)
  await page.keyboard.press('/')
  await field.fill('run it')
  await options.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/#run-it`)
  await page.getByRole('heading', { name: 'Quickstart' }).waitFor()
})

test('the search starts with the main pages, ranks pages before settings, and marks what matches', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, dialog, field, options } = search
  await page.keyboard.press('/')
  await dialog.getByText('Quickstart').waitFor()
  assert.equal(await field.getAttribute('aria-activedescendant'), null)
  for (const [query, path, marks] of [
    ['rate limit', 'limits', ['rate', 'limit']],
    ['limit', 'limits', ['limit']],
    ['errors', 'errors', ['error']],
    ['resolve', 'resolve', ['resolve']],
  ] as const) {
    await field.fill(query)
    await dialog.locator('mark').first().waitFor()
    assert.equal(await options.first().getAttribute('href'), `${url}/docs/1.0/${path}`, query)
    for (const mark of await dialog.locator('mark').allTextContents())
      assert.ok(
        marks.some((word) => mark.toLowerCase().startsWith(word.slice(0, 3))),
        `${query}: ${mark}`,
      )
  }
})

test('results on the same page close the search and move to the section', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, url, dialog, field, options } = search
  await page.goto(`${url}/docs/1.0/lookups`)
  await page.keyboard.press('/')
  await field.fill('caching with etags')
  await options.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/lookups#caching-with-etags`)
  await dialog.waitFor({ state: 'hidden' })
})

test('an index that cannot be loaded is explained, and the next key tries again', async (t) => {
  const search = await openDocument(t)
  if (!search) return
  const { page, dialog, field, options } = search
  await page.route('**/search-index.json', (route) => route.abort())
  await page.keyboard.press('/')
  await dialog.getByText('The search index cannot be loaded.').waitFor()
  await page.unroute('**/search-index.json')
  await field.fill('limit')
  await options.first().waitFor()
  assert.equal(await dialog.locator('.search-message').textContent(), '')
})

test('the search works below a path', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url, forwardTo } = await startPathProxy(t, '/bank/lookup')
  forwardTo((await startService(t, { baseUrl: url })).port)
  const { page } = visitor
  const { field, options } = partsOf(page)
  await page.goto(`${url}/docs/1.0/`)
  await twoFrames(page)
  await page.keyboard.press('/')
  await field.fill('limits')
  await options.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/limits`)
})

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the open search is accessible: ${size}, ${colorScheme}`, async (t) => {
      const search = await openDocument(t, { ...options, colorScheme })
      if (!search) return
      const { page, dialog, field, options: results } = search
      await page.locator('.search-button:visible').click()
      await dialog.waitFor()
      await field.fill('code')
      await results.first().waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
    })
  }
}
