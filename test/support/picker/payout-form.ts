/** What a user does in the component of the documentation, in any framework. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { waitUntil } from '../wait-until.ts'

/** Chooses a bank, clears it, chooses another, fills in an account and submits both. */
export async function submitPayout(page: Page): Promise<void> {
  // The listener of the page: the check is over, and the page stays.
  await page.evaluate(`addEventListener('submit', (event) => {
    event.preventDefault()
    globalThis.sent = [...new FormData(event.target)]
  })`)
  const field = page.getByRole('combobox', { name: 'Bank' })
  for (const [text, bank, code] of [
    ['zenith', /Zenith Bank/, '000015'],
    ['gtb', /GTBank/, '000013'],
  ] as const) {
    await field.fill(text)
    await page.getByRole('option', { name: bank, selected: true }).click()
    await page.locator('output', { hasText: code }).waitFor()
    // The name stays, although the component sets the value that it got.
    assert.match(await field.inputValue(), bank)
    if (code === '000013') break
    await page.getByRole('button', { name: 'Clear' }).click()
    await waitUntil('the field is empty', async () => (await field.inputValue()) === '')
  }
  await page.getByLabel('Sort code').fill('089999')
  await page.getByLabel('Account number').fill('66374958')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('output', { hasText: '000013 possible' }).waitFor()
  await waitUntil('the form is submitted', () => page.evaluate<boolean>('Boolean(globalThis.sent)'))
  assert.deepEqual(Object.fromEntries(await page.evaluate<[string, string][]>('sent')), {
    bank: '000013',
    'account[country]': 'gb',
    'account[method]': 'gb_sort_code',
    'account[fields][sort_code]': '089999',
    'account[fields][account_number]': '66374958',
  })
}
