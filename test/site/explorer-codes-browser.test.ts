import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, overflow, phone, seriousProblems } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

test('a card starts with the preferred code, and all codes of a bank can be reached', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const card = page.getByRole('region', { name: 'Bank', exact: true })
  const sizes = (): Promise<string[]> =>
    page.evaluate("[...document.querySelectorAll('.rows code')].map((one) => getComputedStyle(one).fontSize)")
  await page.goto(`${url}/?bank=gb-starling-bank`)
  await card.getByRole('heading', { level: 3 }).first().waitFor()
  const groups = await card.getByRole('heading', { level: 3 }).allTextContents()
  assert.deepEqual(groups.slice(0, 3), ['Sort code', 'IBAN bank code', 'Firm reference number'])
  const [first, ...others] = await sizes()
  assert.ok(others.length > 1 && others.every((size) => Number.parseFloat(size) < Number.parseFloat(first as string)))
  // The sort code of a branch is not the code of the bank.
  await page.goto(`${url}/?bank=gb-natwest`)
  await card.getByText('600806').first().waitFor()
  assert.ok((await sizes()).every((size) => size !== first))
  // The main code comes before the other code.
  await page.goto(`${url}/?bank=gb-monzo-bank`)
  await card.getByText('040003').first().waitFor()
  assert.match(String(await card.textContent()), /040004[\s\S]*040003/)
  // This bank has only a registration number.
  await page.goto(`${url}/?bank=gb-natwest-markets`)
  await card.getByText('121882').first().waitFor()
  assert.ok((await sizes()).every((size) => size !== first))
  await page.goto(`${url}/?bank=us-jpmorgan-chase-bank`)
  await card
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click()
  assert.match(String(await page.evaluate('document.activeElement.textContent')), /^Copy \d{9}$/)
  await card.getByRole('link', { name: 'API request' }).click()
  assert.equal(await page.evaluate('document.activeElement.id'), 'request-title')
  assert.equal(page.url(), `${url}/?bank=us-jpmorgan-chase-bank`)
})

test('an unconfirmed code has a badge in the list and on the card', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?country=gb&q=200052`)
  const row = page
    .getByRole('region', { name: 'Banks found' })
    .getByRole('link', { name: /^Barclays Bank/ })
    .first()
  await row.waitFor()
  assert.match((await row.textContent()) as string, /200052\s*unconfirmed/)
  assert.equal(await row.locator('s').count(), 0)
  assert.deepEqual(await seriousProblems(page), [])
  await row.click()
  const card = page.getByRole('region', { name: 'Bank', exact: true })
  const heading = card.getByRole('heading', { level: 3, name: /unconfirmed$/ })
  await heading.waitFor()
  assert.equal(await heading.textContent(), 'Sort codeunconfirmed')
  const amber = await page.evaluate(
    "getComputedStyle(document.querySelector('.card .badge.unconfirmed')).backgroundColor !== getComputedStyle(document.querySelector('.card')).backgroundColor",
  )
  assert.equal(amber, true)
  assert.deepEqual(await seriousProblems(page), [])
})

test('a former code is struck through and labelled, even on the card of the successor', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?country=ca&q=030`)
  const rows = page.getByRole('region', { name: 'Banks found' }).getByRole('link')
  await rows.nth(1).waitFor()
  const [successor, old] = [rows.nth(0), rows.nth(1)]
  assert.match((await successor.textContent()) as string, /^.*National Bank of Canada.*Took over: 030\s*former/)
  assert.match((await old.textContent()) as string, /Canadian Western Bank.*030\s*former/)
  for (const row of [successor, old]) assert.equal(await row.locator('s').textContent(), '030')
  assert.equal(await overflow(visitor), 0)
  assert.deepEqual(await seriousProblems(page), [])
  await old.click()
  await page.getByRole('region', { name: 'Bank', exact: true }).locator('.former code').first().waitFor()
  const line = await page.evaluate("getComputedStyle(document.querySelector('.former code')).textDecorationLine")
  assert.equal(line, 'line-through')
})

test('a resolved code is shown without other codes of its bank and is announced', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/?country=uk&resolve`)
  await page.getByRole('textbox').fill('60-16-13')
  await page.keyboard.press('Enter')
  const bank = page.getByRole('region', { name: 'Check result' }).getByRole('link', { name: /NatWest/ })
  await bank.waitFor()
  assert.doesNotMatch((await bank.textContent()) as string, /\d{6}/)
  assert.match((await page.locator('#status').textContent()) as string, /^UK sort code: Possible/)
  assert.equal(page.url(), `${url}/?country=gb&resolve`)
})
