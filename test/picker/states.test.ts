/** The picker in every state: accessibility in light and dark, zoom, phones, and right-to-left pages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { buildScripts } from '../../packages/picker/tools/build-picker.ts'
import { accessibilityProblems, desktop, openPage, phone } from '../support/browser.ts'
import { waitForState } from '../support/picker/drivers.ts'
import { bankForm, startFailingService, startPickerService, startShop } from '../support/picker/shop.ts'

const defined = (page: Page): Promise<unknown> =>
  page.evaluate("customElements.whenDefined('bank-picker').then(() => true)")

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any state: ${colorScheme}`, async (t) => {
    const visitor = await openPage(t, { ...(colorScheme === 'light' ? desktop : phone), colorScheme })
    if (!visitor) return
    const { page } = visitor
    const service = await startFailingService(t)
    await page.goto(await startShop(t, { service: service.url, body: bankForm('required not-listed') }))
    await defined(page)
    const check = async (state: string): Promise<void> => assert.deepEqual(await accessibilityProblems(page), [], state)
    await check('closed')
    await page.locator('bank-picker').click()
    await waitForState(page, 'open', ({ isOpen, options }) => isOpen && options.length > 0)
    await check('open')
    await page.keyboard.type('acess')
    await waitForState(page, 'typed', ({ active, options }) => active === 0 && options[0] === 'Access Bank')
    await check('typed')
    await page.keyboard.type('qqqqqq')
    await waitForState(page, 'none found', ({ status }) => status.startsWith('No bank found'))
    await check('none found')
    await page.locator('h1').click()
    await waitForState(page, 'closed', ({ isOpen }) => !isOpen)
    await check('invalid')
    service.fault = (response) => Boolean(response.writeHead(503).end())
    await page.locator('bank-picker').click()
    await page.keyboard.type('x')
    await waitForState(page, 'failed', ({ status }) => status.includes('cannot be reached'))
    await check('failed')
    await page.evaluate("document.querySelector('bank-picker').disabled = true")
    await check('disabled')
  })
}

test('at 400 % zoom and on a phone, every option can be reached inside the window, at a size for fingers', async (t) => {
  for (const options of [{ viewport: { width: 320, height: 256 } }, phone]) {
    const visitor = await openPage(t, options)
    if (!visitor) return
    const { page } = visitor
    const service = await startPickerService(t)
    await page.goto(await startShop(t, { service, body: bankForm() }))
    await defined(page)
    await page.locator('bank-picker').focus()
    await page.keyboard.press('ArrowUp')
    await waitForState(
      page,
      'the last option is active',
      ({ active, options }) => active > 0 && active === options.length - 1,
    )
    const last = await page.getByRole('option').last().boundingBox()
    const { width, height } = options.viewport
    assert.ok(last && last.x >= 0 && last.x + last.width <= width, JSON.stringify(last))
    assert.ok(last.y >= 0 && last.y + last.height <= height, JSON.stringify(last))
    if (options === phone) assert.ok(last.height >= 44, `${last.height} px`)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(overflow, 0)
  }
})

test('a tap on an option of a phone chooses it', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { page } = visitor
  const service = await startPickerService(t)
  await page.goto(await startShop(t, { service, body: bankForm() }))
  await defined(page)
  await page.locator('bank-picker').tap()
  await waitForState(page, 'open', ({ isOpen, options }) => isOpen && options.length > 3)
  const third = page.getByRole('option').nth(2)
  const name = await third.locator('.name').textContent()
  await third.tap()
  await waitForState(
    page,
    'chosen',
    ({ text, value, isOpen, isFocused }) => text === name && value !== '' && !isOpen && isFocused,
  )
})

test('in a page from right to left, the button is at the left, and the list is as wide as the field', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const service = await startPickerService(t)
  await page.goto(await startShop(t, { service, body: bankForm(), root: 'lang="ar" dir="rtl"' }))
  await defined(page)
  await page.locator('bank-picker').click()
  await waitForState(page, 'open', ({ isOpen, options }) => isOpen && options.length > 0)
  const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? assert.fail(selector)
  const [input, button, popup] = [
    await box('bank-picker input'),
    await box('bank-picker button'),
    await box('bank-picker .popup'),
  ]
  assert.ok(button.x - input.x < 3)
  assert.deepEqual([popup.x, popup.width], [input.x, input.width])
  assert.equal(await page.getByRole('combobox').getAttribute('placeholder'), 'اسم البنك أو رمزه')
})

test('a page can set the custom properties from its own, whatever their names', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const service = await startPickerService(t)
  const style = '<style>bank-picker { --accent: rgb(1, 2, 3); --bank-picker-accent: var(--accent) }</style>'
  await page.goto(await startShop(t, { service, body: style + bankForm() }))
  await defined(page)
  await page.locator('bank-picker').focus()
  const colour =
    "getComputedStyle(document.querySelector('bank-picker').shadowRoot.querySelector('input')).outlineColor"
  assert.equal(await page.evaluate(colour), 'rgb(1, 2, 3)')
})

test('a composition of an input method is not interrupted: its Enter chooses nothing', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const service = await startPickerService(t)
  await page.goto(
    await startShop(t, { service, body: '<label for="b">Bank</label><bank-picker id="b" country="jp"></bank-picker>' }),
  )
  await defined(page)
  await page.locator('bank-picker').focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'みずほ', selectionStart: 3, selectionEnd: 3 })
  await waitForState(page, 'results', ({ active, options }) => active === 0 && options[0] === 'Mizuho Bank')
  await page.evaluate(`document.querySelector('bank-picker').shadowRoot.querySelector('input')
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true }))`)
  const composing = await waitForState(page, 'still composing', () => true)
  assert.deepEqual([composing.text, composing.value, composing.isOpen], ['みずほ', '', true])
  await session.send('Input.insertText', { text: 'みずほ' })
  await page.keyboard.press('Enter')
  await waitForState(page, 'chosen', ({ text }) => text === 'Mizuho Bank')
})

test('the script is at most 8.6 kB, minified and compressed', async () => {
  const [picker = ''] = await buildScripts()
  const { length } = gzipSync(readFileSync(picker), { level: 9 })
  assert.ok(length <= 8600, `${length} bytes`)
})
