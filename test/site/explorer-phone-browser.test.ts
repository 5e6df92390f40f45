/** Where things are on small screens: on a phone with a keyboard on the screen, and at a large zoom. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { layoutShifts, overflow, phone, twoFrames } from '../support/browser.ts'
import { type ExplorerPage, focused, openExplorer } from '../support/explorer.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A phone of 390 by 844 px whose keyboard takes 380 px. */
const withKeyboard = { ...phone, viewport: { width: 390, height: 460 } }

const top = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN

/** Number of rows that are wholly in sight, below the search bar. */
const rowsInSight = ({ page }: ExplorerPage): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('#results [role=row]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return top >= document.getElementById('search').getBoundingClientRect().bottom && bottom <= innerHeight
  }).length`)

test('with a keyboard on the screen, the first result is at the top and at least four are in sight', async (t) => {
  const explorer = await openExplorer(t, { browser: withKeyboard })
  if (!explorer) return
  const { page, field, status, rows, card } = explorer
  await explorer.open('/')
  // A phone opens its keyboard only when the user taps the field.
  assert.equal(await page.evaluate('document.activeElement.id'), '')
  await field.tap()
  await waitUntil('the field has the focus', async () => (await focused(page, 'id')) === 'query')
  await twoFrames(page)
  // The tap made room, which is not a layout shift; a busy browser may notice it too late to know that.
  await page.evaluate('shifted = 0')
  assert.ok((await top(field)) < 60, `the field is at ${await top(field)}`)
  assert.equal(await page.getByText('Every code with its source').isVisible(), false)
  await page.keyboard.type('first national')
  await status.filter({ hasText: 'for “first national”' }).waitFor()
  assert.ok((await top(rows.first())) <= 120, `the first row is at ${await top(rows.first())}`)
  const count = await rowsInSight(explorer)
  assert.ok(count >= 4, `${count} rows in sight`)
  // Only the flag and the code of the country are in the bar.
  const country = await page.locator('#country-button').boundingBox()
  assert.ok((country?.width ?? 390) <= 96)
  // The bar stays at the top.
  await page.evaluate('scrollBy(0, 600)')
  assert.ok((await top(field)) < 20)
  assert.equal(await overflow(explorer), 0)
  assert.deepEqual(await layoutShifts(page), [])
  // A row does not move away under the finger when the field loses the focus.
  const row = rows.nth(14)
  const before = await top(row)
  await page.evaluate('document.activeElement.blur()')
  assert.equal(await top(row), before)
  await row.getByRole('link').tap()
  await card.getByRole('heading').first().waitFor()
})

test('on a phone, the list of a country begins near the top of the window, with its filters above it', async (t) => {
  const explorer = await openExplorer(t, { browser: phone })
  if (!explorer) return
  const { page, rows } = explorer
  for (const country of ['ng', 'us', 'gb']) {
    await explorer.open(`/countries/${country}`)
    await waitUntil(`${country}: the first row is near the top`, async () => (await top(rows.first())) <= 260)
    assert.ok((await page.locator('.country-facets').boundingBox())?.height)
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
    assert.equal(await page.getByRole('combobox', { name: /code, IBAN/ }).count(), 1)
    assert.deepEqual(await layoutShifts(page), [], country)
  }
})

test('on a phone the card covers the list, and its head and the way back stay in sight', async (t) => {
  const explorer = await openExplorer(t, { browser: phone })
  if (!explorer) return
  const { page, rows, card, url } = explorer
  await explorer.open('/?q=chase')
  await rows.nth(2).waitFor()
  const scrolled = 60
  await page.evaluate(`scrollTo(0, ${scrolled})`)
  await rows.filter({ hasText: 'routing numbers' }).first().getByRole('link').tap()
  await card.getByRole('heading').first().waitFor()
  assert.equal(await rows.first().isVisible(), false)
  const back = card.getByRole('button', { name: 'Back to the list' })
  const head = card.locator('.bank-card-name')
  assert.ok((await top(back)) < 60, `the way back is at ${await top(back)}`)
  await page.evaluate('scrollBy(0, 700)')
  for (const part of [back, head]) {
    const y = await top(part)
    assert.ok(y >= 0 && y < 120, `${await part.textContent()} is at ${y}`)
  }
  assert.equal(await overflow(explorer), 0)
  await back.tap()
  await page.waitForURL(`${url}/?q=chase`)
  await rows.first().waitFor()
  await waitUntil('the list is where it was', async () => (await page.evaluate('scrollY')) === scrolled)
})

test('at 200 % zoom the first result is near the top', async (t) => {
  const explorer = await openExplorer(t, { browser: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } })
  if (!explorer) return
  const { page, field, status, rows } = explorer
  await explorer.open('/')
  await field.click()
  await page.keyboard.type('access')
  await status.filter({ hasText: 'for “access”' }).waitFor()
  assert.ok((await top(rows.first())) <= 120, `the first row is at ${await top(rows.first())}`)
  assert.ok((await rowsInSight(explorer)) >= 4)
  assert.equal(await overflow(explorer), 0)
})

for (const path of [
  '/',
  '/?q=first+national',
  '/countries/ng',
  '/countries/us?sort=name',
  '/banks/us-jpmorgan-chase-bank',
]) {
  test(`a window of 320 px does not scroll sideways: ${path}`, async (t) => {
    const explorer = await openExplorer(t, { browser: { ...phone, viewport: { width: 320, height: 640 } } })
    if (!explorer) return
    await explorer.open(path)
    assert.equal(await overflow(explorer), 0)
  })
}
