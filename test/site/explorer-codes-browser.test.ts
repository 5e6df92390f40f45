/** What the explorer says about codes: in rows, in answers and on the card. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overflow, phone } from '../support/browser.ts'
import { openExplorer } from '../support/explorer.ts'

test('a code is answered first, with the bank in the largest type', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, answer, search } = explorer
  await explorer.open('/')
  await search('058')
  const line = answer.getByRole('heading').first()
  assert.match((await line.textContent()) ?? '', /GTBank/)
  const sizes = await page.evaluate<[number, number]>(`[
    getComputedStyle(document.querySelector('#answer h2')).fontSize,
    getComputedStyle(document.querySelector('#results [role=row]')).fontSize,
  ].map(Number.parseFloat)`)
  assert.ok(sizes[0] > sizes[1], sizes.join(' and '))
  assert.match((await line.textContent()) ?? '', /CBN\s+058.*NIP\s+000013/s)
  // The list has the other meanings, so that the answer does not repeat them.
  assert.match((await rows.first().textContent()) ?? '', /Belfius/)
  assert.equal(await rows.filter({ hasText: 'GTBank' }).count(), 0)
  assert.doesNotMatch((await answer.textContent()) ?? '', /also/)
  const [answerTop, rowsTop] = await page.evaluate<[number, number]>(
    "['answer', 'results'].map((id) => document.getElementById(id).getBoundingClientRect().top)",
  )
  assert.ok(answerTop < rowsTop)
})

test('a BIC is resolved, and a name that is written like one is not', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { field, answer, search } = explorer
  await explorer.open('/')
  await field.fill('cobadeff')
  await answer.getByText(/BIC/).first().waitFor()
  assert.match((await answer.textContent()) ?? '', /Commerzbank/)
  await search('barclays')
  assert.equal(await answer.isVisible(), false)
})

test('an unconfirmed code has a badge in the list, is struck and cannot be copied', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows, card } = explorer
  await explorer.open('/?country=gb&q=20005')
  const row = rows.filter({ hasText: 'Barclays Bank' }).first()
  await row.waitFor()
  assert.match((await row.textContent()) ?? '', /unconfirmed/)
  assert.equal(await row.locator('s').textContent(), '200052')
  assert.equal(await row.getByRole('button').count(), 0)
  await row.getByRole('link').click()
  const heading = card.getByRole('heading', { name: /unconfirmed$/ })
  await heading.waitFor()
  const amber = await page.evaluate(
    "getComputedStyle(document.querySelector('.card .badge.unconfirmed')).backgroundColor !== getComputedStyle(document.querySelector('.card')).backgroundColor",
  )
  assert.equal(amber, true)
})

test('a former code is struck through and labelled, also at the successor', async (t) => {
  const explorer = await openExplorer(t, { browser: phone })
  if (!explorer) return
  const { rows, card } = explorer
  await explorer.open('/?country=ca&q=030')
  const [successor, old] = [rows.nth(0), rows.nth(1)]
  await old.waitFor()
  assert.match((await successor.textContent()) ?? '', /National Bank of Canada/)
  assert.match((await old.textContent()) ?? '', /Canadian Western Bank.*former/)
  assert.equal(await old.locator('s').textContent(), '030')
  assert.equal(await overflow(explorer), 0)
  await old.getByRole('link').click()
  await card.locator('.code-group.former s').first().waitFor()
  // The name of the successor replaces its id.
  await card.getByRole('link', { name: 'National Bank of Canada' }).waitFor()
})

test('a card with many codes has a filter, and all codes are copied at once', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card } = explorer
  await explorer.open('/banks/us-jpmorgan-chase-bank')
  const group = card
    .locator('.code-group')
    .filter({ has: page.getByRole('searchbox') })
    .first()
  const all = await group.locator('.code-columns li').count()
  assert.ok(all > 50, `${all} codes`)
  await group.getByRole('searchbox').fill('0210')
  const visible = group.locator('.code-columns li:visible')
  assert.ok((await visible.count()) < all && (await visible.count()) > 0)
  for (const text of await visible.allTextContents()) assert.match(text, /0210/)
  await group.getByRole('button', { name: 'Copy all' }).click()
  await explorer.announced('Copied')
  const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
  assert.equal(copied.length, all)
})

test('link and JSON of a bank are copied', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, card } = explorer
  await explorer.open('/banks/ng-gtbank')
  const copied = async (name: string): Promise<string> => {
    await page.evaluate("navigator.clipboard.writeText('nothing')")
    const button = card.getByRole('button', { name })
    await button.click()
    await explorer.announced('Copied')
    return page.evaluate('navigator.clipboard.readText()')
  }
  assert.equal(await copied('Copy link'), `${url}/banks/ng-gtbank`)
  assert.equal(JSON.parse(await copied('Copy JSON')).id, 'ng-gtbank')
})

test('on a phone, one tap after “zenith nip” copies the NIP code and says so in sight', async (t) => {
  const explorer = await openExplorer(t, { browser: phone })
  if (!explorer) return
  const { page, rows, search, announced } = explorer
  await explorer.open('/')
  await search('zenith nip')
  await rows.first().getByRole('button', { name: 'Copy NIP 000015, NIP institution code' }).tap()
  await announced('Copied NIP institution code 000015 · CBN is 057')
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '000015')
  await rows.first().getByRole('button').tap()
  await page.locator('.toast').filter({ hasText: 'Copied NIP institution code 000015' }).waitFor()
  assert.equal(await overflow(explorer), 0)
})

test('the kind of code that was chosen for a country is remembered there, and moves nothing', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, url, rows, card, announced } = explorer
  await page.addInitScript(`
    globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await explorer.open('/countries/ng')
  const choice = page.getByRole('group', { name: 'Code to show' })
  await choice.getByRole('link', { name: 'NIP', exact: true }).focus()
  await page.keyboard.press('Enter')
  await rows.first().getByRole('button', { name: 'Copy NIP 000013, NIP institution code' }).waitFor()
  assert.equal(page.url(), `${url}/countries/ng?scheme=ng_nip`)
  assert.equal(await page.evaluate('document.activeElement.dataset.scheme'), 'ng_nip')
  await page.locator('#request').getByText('/v1/banks?country=ng&has=ng_nip').first().waitFor({ state: 'attached' })
  assert.match(
    (await page.locator('.downloads a', { hasText: /^Excel/ }).getAttribute('href')) ?? '',
    /country=ng&has=ng_nip$/,
  )
  // The address does not say it, but the browser remembers it.
  await explorer.open('/countries/ng')
  await rows.first().getByRole('button', { name: 'Copy NIP 000013, NIP institution code' }).waitFor()
  assert.equal(await page.evaluate('shift'), 0)
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('c')
  await announced('Copied NIP institution code 000013 · CBN is 058')
  await rows.first().getByRole('link').click()
  await card.getByRole('button', { name: 'Copy NIP 000013, NIP institution code' }).first().waitFor()
  await explorer.open('/?q=gtbank')
  await rows.first().getByRole('button', { name: 'Copy NIP 000013, NIP institution code' }).waitFor()
  await explorer.open('/countries/ng')
  await choice.getByRole('link', { name: 'Usual code' }).click()
  await rows.first().getByRole('button', { name: 'Copy CBN 058, CBN bank code' }).waitFor()
})
