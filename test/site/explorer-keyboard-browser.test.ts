import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { holdRequests, layoutShifts, twoFrames } from '../support/browser.ts'
import { activeBank, focused, openExplorer } from '../support/explorer.ts'

test('the field has the focus at the start, and Enter opens the first result', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card, status, field } = explorer
  await explorer.open('/')
  assert.equal(await focused(page, 'id'), 'query')
  await page.keyboard.type('barclys')
  await status.filter({ hasText: 'for “barclys”' }).waitFor()
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  const first = await activeBank(page)
  assert.match(String(first), /barclays/)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/banks/${first}$`))
  await card.getByRole('heading').first().waitFor()
  // Screen readers continue in the card.
  assert.match(await focused(page, 'textContent'), /Barclays/)
})

test('Enter pressed before the results are there opens the first of them, not a row of the old list', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field, card, search } = explorer
  await explorer.open('/')
  await search('barclays')
  const release = await holdRequests(page, '**/v1/search?q=gtbank*')
  const requested = page.waitForRequest(/q=gtbank/)
  await field.fill('gtbank')
  await requested
  // A space changes nothing in the query, and its results are still to come.
  await field.press('Space')
  await field.press('Enter')
  assert.equal(await card.isVisible(), false)
  release()
  await card.getByRole('heading', { name: 'GTBank' }).waitFor()
})

test('arrows, Page Down, Home and End move the active row while the focus stays in the field', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, search } = explorer
  await explorer.open('/')
  await search('first national')
  const ids = await rows.evaluateAll((all) =>
    all.map((row) => (row as unknown as { dataset: { bank: string } }).dataset.bank),
  )
  const press = async (key: string): Promise<string | undefined> => {
    await page.keyboard.press(key)
    return activeBank(page)
  }
  // Home and End move the caret until the user has moved into the list.
  assert.equal(await press('Home'), ids[0])
  assert.equal(await page.evaluate('document.activeElement.selectionStart'), 0)
  assert.equal(await press('ArrowDown'), ids[1])
  assert.equal(await press('ArrowDown'), ids[2])
  assert.equal(await press('ArrowUp'), ids[1])
  const paged = await press('PageDown')
  assert.ok(ids.indexOf(String(paged)) > 4, `Page Down led to ${paged}`)
  assert.equal(await press('PageUp'), ids[1])
  await press('End')
  const last = page.locator('#list [aria-selected=true]')
  assert.equal(await last.getAttribute('aria-rowindex'), await page.locator('#results').getAttribute('aria-rowcount'))
  assert.ok(await last.isVisible())
  assert.equal(await press('Home'), ids[0])
  assert.equal(await focused(page, 'id'), 'query')
  assert.equal(await page.locator('#list [aria-selected=true]').count(), 1)
})

test('Tab leads from the field over the filters and one row to the card; a letter typed on a row returns to the field', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card, field, rows, search } = explorer
  await explorer.open('/')
  await search('union')
  await field.press('ArrowDown')
  await page.keyboard.press('Tab')
  const places: string[] = []
  for (let step = 0; step < 40; step++) {
    places.push(
      await page.evaluate(
        "['facets', 'list', 'card', 'search'].find((id) => document.getElementById(id).contains(document.activeElement)) ?? 'other'",
      ),
    )
    await page.keyboard.press('Tab')
  }
  // The clear button belongs to the search form.
  const order = places.filter((place, at) => place !== places[at - 1])
  assert.deepEqual(order.slice(0, 3), ['search', 'facets', 'list'])
  const stops = await page.locator('#list [aria-selected=true] :is(a, button)').count()
  assert.equal(places.filter((place) => place === 'list').length, stops, 'the link and the copy button of one row')
  // From the preview, where the row is far out of sight, Shift and Tab lead back to it.
  await page.getByRole('region', { name: 'Preview' }).getByRole('link').first().focus()
  await twoFrames(page)
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focused(page, "closest('[role=row]')?.getAttribute('aria-rowindex')"), '2')
  await rows.nth(1).getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page, "closest('[role=row]').getAttribute('aria-rowindex')"), '3')
  await page.keyboard.press('x')
  assert.equal(await focused(page, 'id'), 'query')
  assert.equal(await field.inputValue(), 'unionx')
  assert.equal(await card.isVisible(), false)
})

test('"c" copies the code of the active row and of the card, but types a letter in the field', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card, rows, field, search, announced } = explorer
  await explorer.open('/')
  const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
  await search('zenith bank')
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('c')
  await announced('Copied CBN bank code 057 · NIP is 000015')
  assert.equal(await clipboard(), '057')
  await search('gtbank')
  await field.press('Enter')
  await card.getByRole('heading', { name: 'GTBank' }).waitFor()
  await page.keyboard.press('c')
  await announced('Copied CBN bank code 058 · NIP is 000013')
  assert.equal(await clipboard(), '058')
  await page.keyboard.press('/')
  assert.equal(await focused(page, 'id'), 'query')
  await page.keyboard.press('End')
  await page.keyboard.press('c')
  assert.equal(await field.inputValue(), 'gtbankc')
  // After the arrow keys, the user is in the list.
  await search('zenith')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('c')
  await announced('Copied CBN bank code 057')
  assert.equal(await field.inputValue(), 'zenith')
})

test('the caret is after the text of a search from a link', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field } = explorer
  await explorer.open('/?q=zenith')
  await page.keyboard.type(' bank')
  assert.equal(await field.inputValue(), 'zenith bank')
})

test('Escape clears the field, and closes the card and the country chooser', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card, field, search } = explorer
  await explorer.open('/')
  await search('gtbank')
  await field.press('Enter')
  await card.getByRole('heading').first().waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'hidden' })
  await page.waitForURL(`${url}/?q=gtbank`)
  await field.focus()
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')
  await page.waitForURL(`${url}/`)
  await page.getByRole('button', { name: /^Country:/ }).click()
  const panel = page.getByRole('dialog', { name: 'Country' })
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  assert.equal(await focused(page, 'id'), 'country-button')
})

test('the field is a combobox with a grid', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field, search } = explorer
  await explorer.open('/')
  assert.equal(await field.getAttribute('aria-expanded'), 'false')
  assert.equal(await field.getAttribute('aria-haspopup'), 'grid')
  await search('gtbank')
  const grid = page.locator(`#${await field.getAttribute('aria-controls')}`)
  assert.equal(await grid.getAttribute('role'), 'grid')
  assert.equal(await grid.locator('[role=row]').first().locator('[role=gridcell]').count(), 2)
  assert.equal(await page.locator(`#${await field.getAttribute('aria-activedescendant')}`).getAttribute('role'), 'row')
})

test('the arrow keys reach the banks of an answer and then the results', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field, answer, search } = explorer
  await explorer.open('/')
  await search('058')
  await answer.getByText('GTBank').first().waitFor()
  assert.equal(await activeBank(page), 'ng-gtbank')
  const others = await answer.locator('[data-bank]').count()
  for (let step = 0; step < others; step++) await field.press('ArrowDown')
  const row = page.locator('#results [aria-selected=true]')
  assert.equal(await row.getAttribute('aria-rowindex'), '1')
  assert.equal(await page.locator('[id]').evaluateAll((all) => new Set(all.map(({ id }) => id)).size - all.length), 0)
})

test('the bank of the active row shows next to the list, without focus, address or history', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, field, rows, search, requests, url } = explorer
  await explorer.open('/countries/ng')
  await page.waitForLoadState('networkidle')
  assert.equal(requests.filter((address) => address.includes('/v1/banks/')).length, 0)
  await explorer.open('/')
  await search('zenith')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: await nameOf(rows.nth(0)) }).waitFor()
  const before = await page.evaluate(() => [location.href, history.length])
  const asked = requests.length
  for (let presses = 0; presses < 5; presses++) await field.press('ArrowDown')
  await preview.getByRole('heading', { name: await nameOf(rows.nth(5)) }).waitFor()
  assert.deepEqual(await page.evaluate(() => [location.href, history.length]), before)
  assert.equal(await focused(page, 'id'), 'query')
  // Only the row on which the user stays is loaded; a slow machine may count one on the way as such.
  assert.ok(requests.length - asked <= 5, requests.slice(asked).join('\n'))
  assert.equal(await preview.locator('[aria-live], [role=status]:not(:empty), [role=alert]:visible').count(), 0)
  const place = await preview.locator('.bank-card').boundingBox()
  await page.evaluate('shifts.length = 0')
  assert.equal(place?.y, (await page.locator('#list').boundingBox())?.y)
  // Opening it moves nothing, and closing it shows the preview again.
  const id = await activeBank(page)
  await field.press('Enter')
  await page.waitForURL(`${url}/banks/${id}`)
  const card = page.getByRole('region', { name: 'Bank', exact: true })
  assert.deepEqual(await card.locator('.bank-card').boundingBox(), place)
  assert.equal(await focused(page, 'tagName'), 'H2')
  assert.deepEqual(await layoutShifts(page), [])
  await page.keyboard.press('Escape')
  await preview.waitFor()
  assert.equal(page.url(), before[0])
  // Nothing is shown next to a search without results.
  await search('qqqqxxxx')
  await page.getByText('Try fewer letters').waitFor()
  assert.equal(await preview.count(), 0)
})

const nameOf = async (row: Locator): Promise<string> =>
  (await row.locator('.bank-row-name > :first-child').textContent()) ?? ''
