import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutShifts, openPage, phone, seriousProblems } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

test('the coverage table sorts by each column, by mouse and keyboard, and says so', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const { url } = await startService(t)
  await page.goto(`${url}/coverage`)
  const table = page.getByRole('region', { name: 'Coverage by country' })
  const cells = async (column: number): Promise<string[]> =>
    (await table.locator(`tbody tr > :nth-child(${column})`).allTextContents()).map((text) => text.trim())
  const numbers = async (): Promise<number[]> => (await cells(2)).map((text) => Number(text.replaceAll(',', '')))
  const order = (name: string): Promise<string | null> =>
    table.getByRole('columnheader', { name }).getAttribute('aria-sort')
  const countries = await cells(1)

  await table.getByRole('button', { name: 'Open banks' }).click()
  assert.equal(await order('Open banks'), 'descending')
  assert.deepEqual(
    await numbers(),
    (await numbers()).toSorted((a, b) => b - a),
  )
  await page.keyboard.press('Enter')
  assert.equal(await order('Open banks'), 'ascending')
  assert.deepEqual(
    await numbers(),
    (await numbers()).toSorted((a, b) => a - b),
  )

  await table.getByRole('button', { name: 'Country' }).click()
  assert.deepEqual([await order('Country'), await order('Open banks')], ['ascending', null])
  assert.deepEqual(await cells(1), countries.toSorted(new Intl.Collator('en').compare))

  await table.getByRole('button', { name: 'Code' }).click()
  const shares = await table
    .locator('tbody tr > :nth-child(3)')
    .evaluateAll((found) => found.map((cell) => Number((cell as HTMLElement).dataset.value)))
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  )
  assert.deepEqual(await layoutShifts(page), [])
  assert.deepEqual(await seriousProblems(page), [])
  assert.deepEqual(visitor.messages, [])
})

test('on a phone, the countries stay in view while the figures scroll, and link to their pages', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { page } = visitor
  const { url } = await startService(t)
  await page.goto(`${url}/coverage`)
  const table = page.getByRole('region', { name: 'Coverage by country' })
  const link = table.getByRole('link', { name: 'Nigeria' })
  const before = await link.boundingBox()
  await table.evaluate((box) => {
    box.scrollLeft = 300
  })
  assert.equal(await table.evaluate((box) => box.scrollLeft), 300)
  assert.equal((await link.boundingBox())?.x, before?.x)
  await link.click()
  await page.waitForURL(`${url}/countries/ng`)
})

test('without script, the coverage page has the same table and no buttons', async (t) => {
  const visitor = await openPage(t, { ...phone, javaScriptEnabled: false })
  if (!visitor) return
  const { url } = await startService(t)
  await visitor.page.goto(`${url}/coverage`)
  assert.equal(await visitor.page.getByRole('button').count(), 0)
  assert.ok((await visitor.page.getByRole('row').count()) > 200)
})
