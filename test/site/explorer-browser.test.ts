import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdRequests } from '../support/browser.ts'
import { focused, openExplorer, taken } from '../support/explorer.ts'

test('a new user searches with a typo, copies the code from the row, opens the card and shares its URL', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, card, search, announced } = explorer
  await explorer.open('/')
  await search('acess bnk')
  assert.equal(page.url(), `${url}/?q=acess+bnk`)
  const row = rows.filter({ hasText: 'Nigeria' }).first()
  await row.getByRole('button', { name: /^Copy.*044/ }).click()
  await announced('Copied CBN bank code 044')
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '044')
  assert.equal(page.url(), `${url}/?q=acess+bnk`, 'copying opens nothing')
  await row.getByRole('link').click()
  await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
  assert.equal(page.url(), `${url}/banks/ng-access-bank`)
  assert.equal(await page.title(), 'Access Bank, Nigeria: CBN bank code 044 · Bank Lookup')
  assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), `${url}/banks/ng-access-bank`)
  for (const text of ['CBN bank code', 'ABNGNGLA', 'Access Bank Plc']) {
    assert.ok(await card.getByText(text).first().isVisible(), text)
  }
  // The URL can be shared: it shows the same card, without the list.
  await page.goto('about:blank')
  await explorer.open('/banks/ng-access-bank')
  await card.getByRole('heading', { name: 'Access Bank' }).waitFor()
  assert.equal(await rows.count(), 0)
  assert.deepEqual(explorer.messages, [])
})

test('Back and reload restore the list that a card was opened from', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, card, status, search } = explorer
  await explorer.open('/')
  await search('barclays')
  const count = await rows.count()
  await rows.first().getByRole('link').click()
  await page.waitForURL(/\/banks\//)
  await card.getByRole('heading').first().waitFor()
  await page.reload()
  await taken(page)
  await status.filter({ hasText: 'for “barclays”' }).waitFor()
  assert.equal(await rows.count(), count)
  assert.ok(await card.getByRole('heading').first().isVisible())
  await page.goBack()
  await page.waitForURL(`${url}/?q=barclays`)
  await card.waitFor({ state: 'hidden' })
  assert.equal(await explorer.field.inputValue(), 'barclays')
  await page.goBack()
  await page.waitForURL(`${url}/`)
  await page.getByRole('link', { name: /^Ghana/ }).waitFor()
  assert.equal(await explorer.field.inputValue(), '')
})

test('Close returns to the list from any number of cards, and Back returns to the card before', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, card, search } = explorer
  await explorer.open('/')
  await search('barclays')
  const openRow = async (index: number): Promise<void> => {
    const link = rows.nth(index).getByRole('link')
    await link.click()
    await page.waitForURL(`${url}${await link.getAttribute('href')}`)
    await card.getByRole('heading').first().waitFor()
  }
  await openRow(0)
  const first = page.url()
  await openRow(1)
  await page.goBack()
  await page.waitForURL(first)
  await openRow(1)
  await openRow(1)
  await openRow(2)
  await card.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`${url}/?q=barclays`)
  await card.waitFor({ state: 'hidden' })
  await openRow(1)
  await openRow(0)
  await page.reload()
  await taken(page)
  await rows.first().waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(`${url}/?q=barclays`)
  await card.waitFor({ state: 'hidden' })
  // The history has no cards after the list that Back could open.
  await page.goBack()
  await page.waitForURL(`${url}/`)
})

test('Close leaves a scrolled list where it is, and closes a card that a successor link opened', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, card, search } = explorer
  await explorer.open('/')
  await search('first national')
  await rows.first().getByRole('link').click()
  await card.getByRole('heading').first().waitFor()
  await page.evaluate('scrollTo(0, 700)')
  const row = rows.nth(14)
  await row.getByRole('link').click()
  await page.waitForURL(`${url}${await row.getByRole('link').getAttribute('href')}`)
  await card.getByRole('heading').first().waitFor()
  const place = await page.evaluate('scrollY')
  await card.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`${url}/?q=first+national`)
  await card.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate('scrollY'), place)
  await explorer.open('/?q=diamond+bank')
  await rows.filter({ hasText: 'Merged' }).first().getByRole('link').click()
  const successor = card.locator('.notice [data-bank]')
  const address = await successor.getAttribute('href')
  await successor.click()
  await page.waitForURL(`${url}${address}`)
  await card.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`${url}/?q=diamond+bank`)
  await card.waitFor({ state: 'hidden' })
})

test('an opened card was loaded before, so it opens without a request', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card, requests, search } = explorer
  await explorer.open('/')
  const prefetched = page.waitForResponse(`${url}/v1/banks/ng-gtbank`)
  await search('gtbank')
  await (await prefetched).finished()
  // The page has read that response when it has read a later one.
  await page.evaluate("fetch('/healthz').then((response) => response.text())")
  // The service is gone: only what is in memory can be shown.
  await page.context().setOffline(true)
  const before = requests.length
  await page.keyboard.press('Enter')
  await card.getByRole('heading', { name: 'GTBank' }).waitFor()
  assert.equal(requests.slice(before).filter((address) => address.includes('/v1/')).length, 0)
})

test('an old response does not replace a newer one', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field, rows, status } = explorer
  await explorer.open('/')
  const release = await holdRequests(page, '**/v1/search?q=zen&*')
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('q=zen&'))
  await field.fill('zen')
  await field.fill('gtb')
  await status.filter({ hasText: 'for “gtb”' }).waitFor()
  const shown = await rows.allTextContents()
  await dropped
  release()
  assert.match((await status.textContent()) ?? '', /for “gtb”/)
  assert.deepEqual(await rows.allTextContents(), shown)
})

test('filters with counts narrow the results, and are part of the URL', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, status, search } = explorer
  await explorer.open('/')
  await search('union')
  const all = Number((await status.textContent())?.match(/[\d,]+/)?.[0].replace(',', ''))
  const chip = page.getByRole('group', { name: 'Type' }).getByRole('link', { name: /^Credit unions/ })
  const count = Number((await chip.locator('.count').textContent())?.replace(',', ''))
  assert.ok(count > 0 && count < all, `${count} of ${all}`)
  await chip.click()
  await page.waitForURL(`${url}/?q=union&type=credit_union`)
  await status.filter({ hasText: new RegExp(`^${count.toLocaleString('en')} bank`) }).waitFor()
  for (const text of await rows.allTextContents()) assert.match(text, /Credit union/)
  // The filters were replaced, and the chosen one still has the focus.
  assert.match(await focused(page, 'textContent'), /^Credit unions/)
  await page.getByRole('group', { name: 'Type' }).getByRole('link', { name: 'All' }).click()
  await page.waitForURL(`${url}/?q=union`)
  await page
    .getByRole('group', { name: 'Country' })
    .getByRole('link', { name: /^Ireland/ })
    .click()
  await page.waitForURL(`${url}/?q=union&country=ie`)
  await page.getByRole('button', { name: 'Country: Ireland' }).waitFor()
  // New text drops the type, which belonged to the old results, but not the country.
  await search('allied')
  assert.equal(page.url(), `${url}/?q=allied&country=ie`)
})

test('the country chooser understands other codes and names, and says if a country is not covered', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, field } = explorer
  await explorer.open('/')
  await page.getByRole('button', { name: 'Country: All countries' }).click()
  const panel = page.getByRole('dialog', { name: 'Country' })
  const filter = panel.getByRole('searchbox', { name: 'Filter countries' })
  for (const [text, name] of [
    ['uk', 'United Kingdom'],
    ['usa', 'United States'],
    ['england', 'United Kingdom'],
    ['NGA', 'Nigeria'],
  ] as const) {
    await filter.fill(text)
    const options = panel.getByRole('button')
    await options.filter({ hasText: name }).waitFor()
    assert.equal(await options.count(), 1, text)
  }
  await filter.fill('atlantis')
  await panel.getByText(/^No country called “atlantis”; \d+ are covered\.$/).waitFor()
  await filter.fill('uk')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/countries/gb`)
  await page.getByRole('heading', { name: /^\d+ banks in the United Kingdom$/ }).waitFor()
  assert.match(await page.title(), /banks in the United Kingdom/)
  assert.equal(await panel.isVisible(), false)
  // The text in the field stays when the country changes.
  await field.fill('bank')
  await page.waitForURL(`${url}/?q=bank&country=gb`)
  await page.getByRole('button', { name: 'Country: United Kingdom' }).click()
  await filter.fill('ghana')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/?q=bank&country=gh`)
})

test('the API request at the foot follows the view, and works unchanged', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card, rows, search } = explorer
  await explorer.open('/')
  const panel = page.locator('details.request')
  assert.equal(await panel.getAttribute('open'), null)
  await search('gtbank')
  await panel.locator('summary').click()
  const code = (name: string): Promise<string | null> => panel.locator(`[data-language="${name}"] pre`).textContent()
  assert.match((await code('curl')) ?? '', /\/v1\/search\?q=gtbank/)
  await rows.first().getByRole('link').click()
  await card.getByRole('heading').first().waitFor()
  assert.equal(await code('curl'), `curl '${url}/v1/banks/ng-gtbank'`)
  const result = await page.evaluate(`(async () => { ${await code('fetch')}\nreturn result })()`)
  assert.equal((result as { id: string }).id, 'ng-gtbank')
})

test('recent banks are on the start page until they are cleared, with names only', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card, rows, search } = explorer
  await explorer.open('/')
  for (const text of ['gtbank', 'zenith bank']) {
    await search(text)
    await rows.first().getByRole('link').click()
    await card.getByRole('heading').first().waitFor()
  }
  await explorer.open('/')
  const recent = page.locator('#facets')
  assert.deepEqual(await recent.getByRole('link').allTextContents(), ['Zenith Bank', 'GTBank'])
  assert.doesNotMatch(String(await page.evaluate('JSON.stringify({ ...localStorage })')), /\d{3}/)
  await recent.getByRole('link', { name: 'Zenith Bank' }).click()
  await page.waitForURL(`${url}/banks/ng-zenith-bank`)
  await explorer.open('/')
  await recent.getByRole('button', { name: 'Clear' }).click()
  assert.equal(await recent.textContent(), '')
  assert.equal(await page.evaluate('localStorage.length'), 0)
})
