/** The form on the page "Collect account details", in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, layoutShifts, openPage, overflow, phone, seriousProblems } from '../support/browser.ts'
import { startPickerService } from '../support/picker/shop.ts'

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`the form checks an account, is accessible, and moves nothing while it loads: ${size}`, async (t) => {
    const visitor = await openPage(t, options)
    if (!visitor) return
    const url = await startPickerService(t)
    const { page } = visitor
    await page.goto(`${url}/docs/1.0/account-details`)
    await page.getByLabel('Transit number').waitFor()
    assert.deepEqual(await layoutShifts(page), [])
    await page.getByLabel('Country', { exact: true }).selectOption('gb')
    await page.getByLabel('Sort code').fill('08-99-99')
    await page.getByLabel('Account number').fill('66374958')
    await page.getByRole('button', { name: 'Check account' }).click()
    await page.getByText('Bank: The Co-operative Bank').waitFor()
    assert.equal(await overflow(visitor), 0)
    assert.deepEqual(await seriousProblems(page), [])
    assert.deepEqual(visitor.messages, [])
  })
}
