/** The explorer without storage, without the clipboard, before its script is loaded, and without JavaScript. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, holdRequests, openPage } from '../support/browser.ts'
import { openExplorer } from '../support/explorer.ts'
import { startService } from '../support/services/service.ts'

test('the explorer works if the browser blocks its storage', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card, rows, search } = explorer
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })`)
  await explorer.open('/')
  await search('gtbank')
  await rows.first().getByRole('link').click()
  await card.getByRole('heading', { name: 'GTBank' }).waitFor()
  assert.deepEqual(explorer.messages, [])
})

test('without the clipboard, the code is selected', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, search } = explorer
  await page.addInitScript(
    `Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false`,
  )
  await explorer.open('/')
  await search('gtbank')
  await rows.first().getByRole('button', { name: /^Copy/ }).click()
  await page.locator('#announcement').filter({ hasText: 'does not allow copying' }).waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('String(getSelection())'), '058')
})

test('text that was typed before the script loaded is searched', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const release = await holdRequests(page, '**/explorer.js')
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('#query').fill('zenith')
  release()
  await page.locator('#status').filter({ hasText: 'for “zenith”' }).waitFor()
  assert.equal(await page.locator('#query').inputValue(), 'zenith')
})

test('without JavaScript the controls that need it are not shown', async (t) => {
  const visitor = await openPage(t, { ...desktop, javaScriptEnabled: false })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(url)
  assert.ok(await page.getByRole('combobox', { name: 'Country' }).isVisible())
  await page.getByRole('searchbox').fill('gtbank')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/\?country=&q=gtbank$|\?q=gtbank/)
  const row = page.getByRole('row').first()
  assert.match((await row.textContent()) ?? '', /GTBank/)
  await page.goto(`${url}/countries/gh`)
  assert.equal(await page.getByRole('searchbox', { name: /^Filter/ }).isVisible(), false)
})
