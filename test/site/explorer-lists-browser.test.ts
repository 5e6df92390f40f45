/** Long lists: further results, the banks in a country. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { BankDetail } from '../../src/directory/records/bank-record.ts'
import { holdRequests } from '../support/browser.ts'
import { type ExplorerPage, openExplorer, taken } from '../support/explorer.ts'
import { waitUntil } from '../support/wait-until.ts'

test('further results are loaded as the user scrolls', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, search, rows, requests } = explorer
  await explorer.open('/')
  await search('first national')
  const grid = page.locator('#results')
  assert.ok(Number(await grid.getAttribute('aria-rowcount')) > 300)
  assert.equal(requests.filter((address) => address.includes('offset=')).length, 0)
  await page.evaluate('scrollTo(0, 2500)')
  await grid.locator('[aria-rowindex="50"]').waitFor()
  assert.ok(requests.some((address) => address.includes('offset=20')))
  await page.evaluate('scrollTo(0, 6500)')
  await grid.locator('[aria-rowindex="130"]').waitFor()
  // Only the rows near the window are in the document.
  assert.ok((await rows.count()) < 80, `${await rows.count()} rows`)
  const ids = await rows.evaluateAll((all) => all.map(({ id }) => id))
  assert.equal(new Set(ids).size, ids.length)
})

test('results that the server rendered are taken over without another search', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, status, answer, requests } = explorer
  for (const path of ['/?q=058', '/?q=first+national&type=credit_union']) {
    await explorer.open(path)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(
      // The card of the first bank is shown next to the results.
      requests.filter((address) => address.includes('/v1/') && !address.includes('/v1/banks/')),
      [],
      path,
    )
    assert.equal(page.url(), `${url}${path}`)
  }
  await explorer.open('/?q=first+national')
  assert.match((await status.textContent()) ?? '', /^[\d,]+ banks for “first national”$/)
  assert.ok(Number(await page.locator('#results').getAttribute('aria-rowcount')) > 300)
  assert.equal(await rows.count(), 20)
  await page.evaluate('scrollTo(0, 2500)')
  await page.locator('#results [aria-rowindex="50"]').waitFor()
  await page
    .getByRole('group', { name: 'Type' })
    .getByRole('link', { name: /^Credit unions/ })
    .click()
  await page.waitForURL(`${url}/?q=first+national&type=credit_union`)
  await explorer.search('058')
  await answer.waitFor()
  // A later page is replaced by the first: the list has all of them.
  await explorer.open('/?q=first+national&offset=20')
  await status.filter({ hasText: /^[\d,]+ banks for “first national”$/ }).waitFor()
  assert.equal(page.url(), `${url}/?q=first+national`)
})

test('a failed page of results is retried below the rows', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, search, rows } = explorer
  await page.clock.install()
  await explorer.open('/')
  await search('first national')
  await page.route('**/v1/search?*offset=*', (route) => route.abort())
  await rows.last().scrollIntoViewIfNeeded()
  await page.clock.runFor(100)
  await page.locator('#results-notice').getByText('Cannot reach the service').waitFor()
  assert.ok(await rows.last().isVisible())
  await page.unroute('**/v1/search?*offset=*')
  await page.clock.runFor(1000)
  await page.locator('#results [aria-rowindex="40"]').waitFor({ state: 'attached' })
  assert.equal(await page.locator('#results-notice').isVisible(), false)
})

test('a failed page of results is retried on a click, and its notice leaves with the results', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, search, rows } = explorer
  await page.clock.install()
  await explorer.open('/')
  await search('first national')
  await page.clock.pauseAt(Date.now() + 60_000)
  let attempts = 0
  await page.route('**/v1/search?*offset=*', (route) => {
    attempts++
    return route.abort()
  })
  await rows.last().scrollIntoViewIfNeeded()
  // On a busy machine the scroll event comes late, and the list waits for the next frame of the clock.
  await waitUntil('the next page is requested', async () => {
    await page.clock.runFor(20)
    return attempts > 0
  })
  const button = page.locator('#results-notice').getByRole('button')
  await button.filter({ hasText: 'Try again in 1 s' }).waitFor()
  await button.click()
  await button.filter({ hasText: 'Try again in 2 s' }).waitFor()
  assert.equal(attempts, 2)
  await page.getByRole('button', { name: /^Clear/ }).click()
  await page.getByRole('link', { name: /^Ghana/ }).waitFor()
  assert.equal(await button.count(), 0)
  await page.clock.runFor(20_000)
  // A wrong request would be reported before this one.
  const reported = page.waitForRequest(/healthz/)
  await page.evaluate("fetch('/healthz').then((response) => response.text())")
  await reported
  assert.equal(attempts, 2)
  assert.deepEqual(
    explorer.messages.filter((message) => !message.includes('Failed to load resource')),
    [],
  )
})

/** Opens Nigeria, whose list is held back until `release`. `dropped` resolves when the explorer has cancelled its request. */
async function openWithoutList({ page, open }: ExplorerPage): Promise<{ release(): void; dropped: Promise<unknown> }> {
  const list = /\/v1\/banks\?country=ng/
  const release = await holdRequests(page, list)
  const requested = page.waitForRequest(list)
  await open('/countries/ng')
  const request = await requested
  return { release, dropped: page.waitForEvent('requestfailed', (failed) => failed === request) }
}

test('a list of a country that arrives late does not replace the results of a search', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, search, rows } = explorer
  const { release, dropped } = await openWithoutList(explorer)
  await search('access')
  const shown = await rows.allTextContents()
  release()
  await dropped
  assert.deepEqual(await rows.allTextContents(), shown)
  assert.equal(await page.locator('#country-banks').isVisible(), false)
})

test('a list of a country that arrives late does not replace that of another country', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows } = explorer
  const { release, dropped } = await openWithoutList(explorer)
  await page.locator('#country-button').click()
  await page.getByRole('searchbox', { name: 'Filter countries' }).fill('ghana')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/countries/gh`)
  release()
  await dropped
  await page.getByRole('heading', { name: /banks in Ghana$/ }).waitFor()
  await page.locator('.country-facets .facet').first().waitFor()
  assert.match(await rows.first().evaluate((row) => row.id), /^row-gh-/)
})

test('the 9,000 banks of the United States are a virtual list that can be filtered', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, status, url, requests } = explorer
  await explorer.open('/countries/us')
  const grid = page.getByRole('grid', { name: 'Banks in the United States' })
  const total = Number(await grid.getAttribute('aria-rowcount'))
  assert.ok(total > 8000, `${total} rows`)
  assert.match((await rows.first().textContent()) ?? '', /^Chase|^Bank of America|^Wells Fargo/)
  assert.ok((await page.evaluate<number>("document.querySelectorAll('*').length")) < 4000)
  // The filters and their numbers are there although the whole list is not.
  const types = page.getByRole('group', { name: 'Type' })
  assert.match(
    (await types.getByRole('link', { name: /^Credit unions/ }).textContent()) ?? '',
    /Credit unions [\d,]{5}/,
  )
  const states = page.getByRole('combobox', { name: 'State' })
  await states.focus()
  await states.selectOption(`Nebraska (${await countOf(states, 'NE')})`)
  await page.waitForURL(`${url}/countries/us?region=NE`)
  await status.filter({ hasText: `${await countOf(states, 'NE')} of ` }).waitFor({ state: 'attached' })
  for (const text of await rows.allTextContents()) assert.match(text, /, NE/)
  assert.equal(await states.evaluate((menu) => menu === document.activeElement), true)
  await types.getByRole('link', { name: /^Credit unions/ }).click()
  await page.waitForURL(`${url}/countries/us?type=credit_union&region=NE`)
  await page.locator('.country-facets [aria-current=true]', { hasText: 'Credit unions' }).waitFor()
  for (const text of await rows.allTextContents()) assert.match(text, /, NE.*Credit union/)
  const lists = requests.filter((address) => address.includes('/v1/banks?'))
  assert.ok(
    lists.every((address) => /limit=100|region=NE/.test(address)),
    lists.join('\n'),
  )
  // The server renders the same filtered page.
  await explorer.open('/countries/us?type=credit_union&region=NE')
  for (const text of await rows.allTextContents()) assert.match(text, /, NE.*Credit union/)
  await explorer.search('first')
  await explorer.open('/?q=first&country=us&region=NE')
  for (const text of await rows.allTextContents()) assert.match(text, /, NE/)
})

/** The number that a menu shows next to a value. */
const countOf = async (menu: Locator, value: string): Promise<string> =>
  /\(([\d,]+)\)/.exec((await menu.locator(`option[value=${value}]`).textContent()) ?? '')?.[1] ?? ''

test('a country’s list is filtered by rail, with a request', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, status } = explorer
  const countOf = async (rail: string): Promise<number> =>
    ((await (await fetch(`${url}/v1/banks?country=br${rail}&fields=id`)).json()) as { count: number }).count
  const [onPix, all] = [await countOf('&rail=br_pix'), await countOf('')]
  assert.ok(onPix > 500 && onPix < all)
  const ofAll = `${onPix.toLocaleString('en')} of ${all.toLocaleString('en')} banks in Brazil`
  const grid = page.getByRole('grid', { name: 'Banks in Brazil' })
  await explorer.open('/countries/br')
  const rails = page.getByRole('group', { name: 'Rail' })
  await rails.getByRole('link', { name: /^Pix/ }).click()
  await page.waitForURL(`${url}/countries/br?rail=br_pix`)
  await status.filter({ hasText: ofAll }).waitFor({ state: 'attached' })
  assert.equal(await grid.getAttribute('aria-rowcount'), `${onPix}`)
  assert.equal(await rails.locator('[aria-current=true]').textContent(), `Pix ${onPix}`)
  assert.equal(await rails.locator(':focus').textContent(), `Pix ${onPix}`)
  await page.locator('#request').getByText('v1/banks?country=br&rail=br_pix').first().waitFor({ state: 'attached' })
  await rails.getByRole('link', { name: 'All' }).click()
  await page.waitForURL(`${url}/countries/br`)
  await status.filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
  assert.equal(await grid.getAttribute('aria-rowcount'), `${all}`)
  await explorer.open('/countries/br?rail=br_pix')
  await status.filter({ hasText: ofAll }).waitFor({ state: 'attached' })
})

test('a search in a country is filtered by rail', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, status } = explorer
  const rails = page.getByRole('group', { name: 'Rail' })
  await explorer.open('/?q=banco')
  assert.equal(await rails.count(), 0)
  await explorer.open('/?q=nova&country=br')
  const pix = rails.getByRole('link', { name: /^Pix/ })
  const count = (await pix.locator('.count').textContent()) ?? ''
  assert.notEqual((await status.textContent())?.split(' ')[0], count)
  await pix.click()
  await page.waitForURL(`${url}/?q=nova&country=br&rail=br_pix`)
  await status.filter({ hasText: new RegExp(`^${count} banks? for “nova” in Brazil$`) }).waitFor()
  const shown = await rows.evaluateAll((all) => all.map(({ dataset }) => dataset.bank as string))
  assert.ok(shown.length > 0)
  for (const id of shown) {
    const { rails: own } = (await (await fetch(`${url}/v1/banks/${id}`)).json()) as BankDetail
    assert.ok(own.find(({ rail }) => rail === 'br_pix')?.reachable, id)
  }
  // The server renders the same page, and leaving the country removes the rail.
  await explorer.open('/?q=nova&country=br&rail=br_pix')
  await status.filter({ hasText: `${count} ` }).waitFor()
  await page.getByRole('group', { name: 'Country' }).getByRole('link', { name: 'All' }).click()
  await page.waitForURL(`${url}/?q=nova`)
})

test('a country’s list goes from A to Z on request, with letters to jump to', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows } = explorer
  await explorer.open('/countries/us')
  await page.getByRole('link', { name: 'A to Z' }).click()
  await page.waitForURL(`${url}/countries/us?sort=name`)
  const letters = page.getByRole('group', { name: 'Jump to a letter' })
  await page.getByRole('group', { name: 'Type' }).waitFor()
  assert.equal(await page.getByRole('group', { name: 'Country' }).count(), 0)
  await letters.getByRole('button', { name: 'M' }).click()
  const selected = page.locator('#list [aria-selected=true]')
  await selected.filter({ hasText: /^M/ }).waitFor()
  const [y, bar] = [(await selected.boundingBox())?.y ?? 0, (await page.locator('#search').boundingBox())?.height ?? 0]
  assert.ok(y >= bar - 1 && y < bar + 20, `the row is at ${y}, the bar ends at ${bar}`)
  const shown = await letters.getByRole('button').allTextContents()
  assert.deepEqual(shown, shown.toSorted())
  // The row before is still under an earlier letter.
  const index = Number(await selected.getAttribute('aria-rowindex'))
  const before = rows.and(page.locator(`[aria-rowindex="${index - 1}"]`))
  assert.match((await before.textContent()) ?? '', /^(The )?L/)
})

test('reload and Back keep the place in a long list', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card } = explorer
  await explorer.open('/countries/us')
  await page.evaluate('scrollTo(0, 200000)')
  const row = page.locator('#list [aria-rowindex="3850"]')
  await row.waitFor()
  await waitUntil('the place is saved', async () => (await page.evaluate('history.state?.scroll')) === 200000)
  await page.reload()
  await taken(page)
  await row.waitFor()
  assert.equal(await page.evaluate('scrollY'), 200000)
  const name = await row.locator('.bank-row-name').textContent()
  await row.scrollIntoViewIfNeeded()
  const place = await page.evaluate('scrollY')
  await row.getByRole('link').click()
  await card.getByRole('heading', { name: String(name) }).waitFor()
  assert.ok(await card.getByRole('heading').first().isVisible())
  const box = await card.getByRole('heading').first().boundingBox()
  assert.ok(box && box.y > 0 && box.y < 900, 'the card is next to the row')
  await page.goBack()
  await page.waitForURL(`${url}/countries/us`)
  await row.waitFor()
  assert.equal(await page.evaluate('scrollY'), place)
  // Also if the list has to be loaded again.
  await explorer.search('chase')
  await page.goBack()
  await row.waitFor()
  await waitUntil('the list is where it was', async () => (await page.evaluate('scrollY')) === place)
})

test('the page has the country that the server found, whatever code the URL has for it', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, status, search } = explorer
  await explorer.open('/?q=barclays&country=uk')
  assert.match((await page.locator('#country-button').textContent()) ?? '', /United Kingdom/)
  await explorer.open('/?country=zz')
  await search('access')
  assert.doesNotMatch((await status.textContent()) ?? '', /ZZ/)
  assert.deepEqual(explorer.messages, [])
})

test('a long card scrolls with the page to its end, next to a long list', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, card } = explorer
  await explorer.open('/?q=chase')
  await rows.filter({ hasText: 'routing numbers' }).first().getByRole('link').click()
  await card.getByRole('button', { name: 'Copy link' }).waitFor()
  const scrolls = await page.evaluate(`(() => {
    const { overflowY } = getComputedStyle(document.getElementById('card'))
    return overflowY === 'auto' || overflowY === 'scroll'
  })()`)
  assert.equal(scrolls, false, 'the card is no scroll box')
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const end = card.getByRole('link', { name: /^Report an error/ })
  const box = await end.boundingBox()
  assert.ok(box && box.y > 0 && box.y + box.height <= 900, `the end of the card is at ${box?.y}`)
})
