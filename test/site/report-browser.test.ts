/** The report of an error in a browser, on a phone: composed while one types, accessible, and private. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityProblems, colorSchemesFor, layoutShifts, openPage, phone } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

const target = 'https://tracker.example/new'

test('on a phone, the report is composed while one types, and nothing is sent before the link', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { url } = await startService(t, { reportUrl: target })
  const { page, requests, messages } = visitor
  await page.goto(`${url}/banks/ng-zenith-bank`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Report an error in Zenith Bank' }).click()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await layoutShifts(page), [])
  const before = requests.length
  await page.getByLabel('What is right?').fill('The NIP code is 000099.')
  await page.getByLabel('A link that proves it').fill('https://a.example/list')
  const report = page.getByLabel('Text of the report')
  await report.filter({ hasText: 'The NIP code is 000099.' }).waitFor()
  await page.getByText('Is 000099 an account number?').waitFor()
  await page.getByRole('button', { name: 'Show the report' }).click()
  await page.getByRole('heading', { name: 'Your report' }).filter({ visible: true }).waitFor()
  const link = new URL(
    (await page.getByRole('link', { name: 'Continue on tracker.example' }).getAttribute('href')) ?? '',
  )
  assert.equal(link.searchParams.get('body'), await report.textContent())
  assert.equal(requests.length, before, 'no request while one types')
  await page.getByRole('button', { name: 'Copy the text' }).click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, await report.textContent())
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  assert.deepEqual(messages, [])
})

test('the report, the changes, contributing and the licence are accessible, fit a phone, and nothing moves', async (t) => {
  const { url } = await startService(t)
  for (const colorScheme of colorSchemesFor('phone')) {
    const visitor = await openPage(t, { ...phone, colorScheme })
    if (!visitor) return
    const { page, messages } = visitor
    for (const path of [
      '/report?bank=ng-zenith-bank',
      '/report?country=ng',
      '/report?bank=ng-zenit-bank',
      '/changes',
      '/countries/gh/changes',
      '/contributing',
      '/data-licence',
    ]) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
      assert.deepEqual(await layoutShifts(page), [], `${path} moved`)
      assert.deepEqual(await accessibilityProblems(page), [], path)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, path)
    }
    assert.deepEqual(
      messages.filter((one) => !one.includes('404')),
      [],
    )
  }
})
