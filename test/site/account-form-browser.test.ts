/** The form on the page "Collect account details", in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, layoutShift, openPage, phone, seriousProblems, type Visitor } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

const submit = 'Check the fields'

async function openForm(visitor: Visitor, url: string): Promise<void> {
  await visitor.page.goto(`${url}/docs/1.0/account-details`)
  await visitor.page.getByLabel('Institution number').waitFor()
}

test('the form has the fields of the country, and shows what an application would have', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await openForm(visitor, url)
  await page.getByLabel('Country', { exact: true }).selectOption('GB')
  await page.getByLabel('Sort code').fill('08-99-99')
  await page.getByLabel('Account number').fill('66374958')
  const requestCount = visitor.requests.length
  await page.getByRole('button', { name: submit }).click()
  const shown = await page.locator('#account-form output code').textContent()
  assert.deepEqual(JSON.parse(shown ?? ''), {
    country: 'gb',
    method: 'gb_sort_code',
    fields: { sort_code: '089999', account_number: '66374958' },
  })
  assert.equal(visitor.requests.length, requestCount, 'the form sent a request')
  assert.deepEqual(visitor.messages, [])
})

test('a missing field and a wrong format get a message, and the first wrong field gets the focus', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await openForm(visitor, url)
  await page.getByLabel('Institution number').selectOption({ label: 'Royal Bank of Canada' })
  await page.getByLabel('Account number').fill('12')
  await page.getByRole('button', { name: submit }).click()
  const errors = await page.locator('#account-form .error').allTextContents()
  assert.deepEqual(errors, ['', 'Transit number is missing.', 'Check the format. Example: 0000000.'])
  assert.equal(await page.evaluate('document.activeElement.id'), 'account-field-transit_number')
  assert.equal(await page.locator('#account-form output').textContent(), '')
})

test('wallets: the menu has the operators, and a phone number may have spaces and a country code', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await openForm(visitor, url)
  await page.getByLabel('Country', { exact: true }).selectOption('KE')
  await page.getByLabel('Payment method').selectOption('ke_mobile_money')
  await page.getByLabel('Mobile money operator').selectOption('ke-m-pesa')
  await page.getByLabel('Phone number').fill('+254 712 123 456')
  await page.getByRole('button', { name: submit }).click()
  const shown = await page.locator('#account-form output code').textContent()
  assert.deepEqual(JSON.parse(shown ?? '').fields, { operator: 'ke-m-pesa', phone_number: '254712123456' })
})

for (const [size, options] of Object.entries({ phone, desktop })) {
  test(`the form is accessible, fits the screen, and moves nothing while it loads: ${size}`, async (t) => {
    const visitor = await openPage(t, options)
    if (!visitor) return
    const { url } = await startService(t)
    const { page } = visitor
    await openForm(visitor, url)
    assert.equal(await layoutShift(page), 0)
    await page.getByRole('button', { name: submit }).click()
    assert.deepEqual(await seriousProblems(page), [])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(overflow, 0)
  })
}

test('without the API the form says so', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.route('**/v1/supported-countries/', (route) =>
    route.fulfill({ status: 503, body: 'The service is busy.' }),
  )
  await page.goto(`${url}/docs/1.0/account-details`)
  await page.getByText('The service is busy.').waitFor()
})
