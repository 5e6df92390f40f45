/** `<bank-account-form>` in a page of another origin with a strict content security policy, in a browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { desktop, openPage, overflow, phone, seriousProblems, type Visitor } from '../support/browser.ts'
import { type ForeignPage, type PageContent, servePage } from '../support/picker/foreign-page.ts'
import { startPickerService } from '../support/picker/shop.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Opened extends Visitor, ForeignPage {
  /** Method, URL and body of every request to the service. */
  sent: { method: string; url: string; body: string }[]
}

/** Returns undefined if there is no browser. */
async function open(
  t: TestContext,
  content: PageContent,
  options: BrowserContextOptions = desktop,
): Promise<Opened | undefined> {
  const visitor = await openPage(t, options)
  if (!visitor) return undefined
  const served = await servePage(t, content)
  const sent: Opened['sent'] = []
  visitor.page.on('request', (request: Request) =>
    sent.push({ method: request.method(), url: request.url(), body: request.postData() ?? '' }),
  )
  await visitor.page.goto(served.url)
  return { ...visitor, ...served, sent }
}

const inForm = (attributes: string): string =>
  `<form action="/done" method="get"><bank-account-form name="account" ${attributes}></bank-account-form>
<button name="intent" value="save">Save</button><button type="reset">Reset</button></form>`

const alone = (attributes: string): string => `<bank-account-form ${attributes}></bank-account-form>`

/** The result and the messages of the fields, as the user reads them. */
const resultText = (page: Page): Promise<string> => page.getByRole('status').last().innerText()
const messages = (page: Page): Promise<string[]> => page.locator('.message').allInnerTexts()

/** The bank must be the first result: only results of a text have a selected row, the best-known banks do not. */
async function chooseBank(page: Page, label: string, text: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name, selected: true }).click()
}

/** What the account form has the outer form send. */
const entries = (page: Page): Promise<[string, string][]> =>
  page.evaluate("[...new FormData(document.querySelector('form'))]")

test('Canada: the outer form submits a checked account, with the code of the chosen bank', async (t) => {
  const opened = await open(t, { body: inForm('country="ca" required') })
  if (!opened) return
  const { page } = opened
  await chooseBank(page, 'Institution number', 'rbc', 'RBC Royal Bank')
  await page.getByLabel('Transit number').fill('01372')
  await page.getByLabel('Account number').fill('123-4567')
  await page.getByLabel('Account number').press('Enter')
  await page.waitForURL('**/done?*')
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
    'account[country]': 'ca',
    'account[method]': 'ca_eft',
    'account[fields][institution_number]': '003',
    'account[fields][transit_number]': '01372',
    'account[fields][account_number]': '1234567',
    // Enter presses the first button of the form, as in any text field.
    intent: 'save',
  })
  assert.equal(opened.sent.filter(({ method }) => method === 'POST').length, 1)
  assert.deepEqual(opened.messages, [])
})

test('the button that the user pressed is submitted, and listeners of the page run once, after the check', async (t) => {
  const script = `globalThis.log = []
    document.addEventListener('account-checked', ({ detail }) => log.push(detail.verdict))
    document.querySelector('form').addEventListener('submit', (event) => {
      event.preventDefault()
      log.push('submit ' + event.submitter.value)
    })`
  const opened = await open(t, { body: inForm('country="de"'), script })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('IBAN').fill('DE89370400440532013000')
  await page.getByRole('button', { name: 'Save' }).click()
  await waitUntil('the form is submitted', () => page.evaluate<boolean>('log.length === 2'))
  assert.deepEqual(await page.evaluate('log'), ['valid', 'submit save'])
  assert.match(await resultText(page), /Valid\s+Bank: Commerzbank, COBADEFF/)
})

test('no request contains what the user types before the form is submitted, and no URL ever does', async (t) => {
  const opened = await open(t, { body: alone('country="ng"') })
  if (!opened) return
  const { page, sent } = opened
  await chooseBank(page, 'Bank', 'access', 'Access Bank')
  await page.getByLabel('NUBAN account number').pressSequentially('0690000031')
  await page.getByLabel('NUBAN account number').blur()
  assert.ok(!JSON.stringify(sent).includes('069000'), 'a request has the account number')
  await page.getByRole('button', { name: 'Check account' }).click()
  await page.getByText('Bank: Access Bank').waitFor()
  const withNumber = sent.filter(({ body }) => body.includes('0690000031'))
  assert.deepEqual(
    withNumber.map(({ method, url }) => [method, new URL(url).pathname]),
    [['POST', '/v1/accounts/check']],
  )
  assert.ok(!sent.some(({ url }) => url.includes('069000')), 'a URL has the account number')
  assert.equal(
    await page.evaluate('JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie'),
    '{}{}',
  )
})

test('the browser does not restore an account number, only country and method', async (t) => {
  const opened = await open(t, { body: inForm('countries="gb,de"') })
  if (!opened) return
  const { page, url } = opened
  await page.getByLabel('Country').selectOption('gb')
  await page.getByLabel('Sort code').fill('089999')
  await page.getByLabel('Account number').fill('66374958')
  await page.goto(`${url}other`)
  await page.goBack()
  await page.getByLabel('Sort code').waitFor()
  assert.equal(await page.getByLabel('Country').inputValue(), 'gb')
  assert.equal(await page.getByLabel('Account number').inputValue(), '')
})

test('United Kingdom: digits are grouped while the user types; a wrong number gets a message and a suggestion', async (t) => {
  const opened = await open(t, { body: inForm('country="gb"') })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Sort code').pressSequentially('08999')
  assert.equal(await page.getByLabel('Sort code').inputValue(), '08-99-9')
  assert.deepEqual(await messages(page), ['', ''])
  await page.getByLabel('Sort code').blur()
  assert.deepEqual(await messages(page), ['5 of 6 characters.', ''])
  await page.getByLabel('Sort code').press('End')
  await page.getByLabel('Sort code').pressSequentially('9')
  assert.equal(await page.getByLabel('Sort code').inputValue(), '08-99-99')
  assert.deepEqual(await messages(page), ['', ''])
  await page.getByLabel('Sort code').press('Backspace')
  assert.deepEqual(await messages(page), ['5 of 6 characters.', ''])
  await page.getByLabel('Sort code').pressSequentially('9')
  await page.getByLabel('Account number').fill('63674958')
  await page.getByRole('button', { name: 'Save' }).click()
  const fault = 'The account number does not match the sort code: a digit in one of them is wrong.'
  await page.getByText(fault).waitFor()
  const number = page.getByLabel('Account number')
  assert.equal(await number.getAttribute('aria-invalid'), 'true')
  await number.and(page.locator(':focus')).waitFor()
  assert.equal(page.url(), opened.url, 'an invalid account was submitted')
  assert.equal(await page.evaluate('document.querySelector("bank-account-form").validationMessage'), fault)
  await page.getByRole('button', { name: 'Use 66374958' }).click()
  assert.equal(await number.inputValue(), '66374958')
  assert.deepEqual(await messages(page), ['', ''])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/done?*')
})

test('an IBAN is written in groups of four, and a letter in the wrong place gets an example', async (t) => {
  const opened = await open(t, { body: alone('country="de"') })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('IBAN').fill('de8937040044053201300x')
  await page.getByLabel('IBAN').blur()
  assert.equal(await page.getByLabel('IBAN').inputValue(), 'DE89 3704 0044 0532 0130 0X')
  assert.deepEqual(await messages(page), ['Check the format. Example: DE89 3704 0044 0532 0130 00'])
  await page.getByLabel('IBAN').fill('DE89370400440532013001')
  await page.getByLabel('IBAN').press('Enter')
  await page.getByText('Check the marked fields').waitFor()
  const [message] = await messages(page)
  assert.match(message ?? '', /check digits/)
})

test('United States: a menu for the account type; missing fields are named, and the first gets the focus', async (t) => {
  const opened = await open(t, { body: alone('country="us"') })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByRole('button', { name: 'Check account' }).click()
  assert.deepEqual(await messages(page), ['', 'Account number is missing.', 'Account type is missing.'])
  await page.getByLabel('Account number').and(page.locator(':focus')).waitFor()
  await page.getByLabel('Account number').fill('000123456')
  await page.getByLabel('Account type').selectOption('savings')
  await page.getByRole('button', { name: 'Check account' }).click()
  await page.getByText('Bank: Chase').waitFor()
  assert.deepEqual(await messages(page), ['Valid', 'Correct format', 'Valid'])
})

test('a press of the button moves the focus to the first error, and the browser repeats no message', async (t) => {
  const body = inForm('country="us" required').replace('<button', '<label>Note <input required></label><button')
  const opened = await open(t, { body })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Routing number').fill('021000021')
  await page.evaluate(`addEventListener('invalid', ({ target, defaultPrevented }) => {
    globalThis.prevented = { ...globalThis.prevented, [target.localName]: defaultPrevented }
  })
  document.querySelector('bank-account-form').addEventListener('invalid', (event) => {
    queueMicrotask(() => { globalThis.prevented = { ...globalThis.prevented, form: event.defaultPrevented } })
  })`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Account number').and(page.locator(':focus')).waitFor()
  assert.deepEqual(await messages(page), ['', 'Account number is missing.', 'Account type is missing.'])
  assert.equal(await page.evaluate('globalThis.prevented.form'), true)
  // A page that only wants to know moves no focus.
  await page.getByLabel('Routing number').focus()
  assert.equal(await page.evaluate('document.querySelector("form").checkValidity()'), false)
  await page.getByLabel('Routing number').and(page.locator(':focus')).waitFor()
  assert.equal(await page.evaluate('globalThis.prevented.form'), false)
})

test('a page can set the value that it got from an event, and the fields stay as they are', async (t) => {
  const opened = await open(t, { body: inForm('country="gb"') })
  if (!opened) return
  const { page, sent } = opened
  await page.getByLabel('Sort code').waitFor()
  await page.evaluate(
    'document.addEventListener("account-change", ({ target, detail }) => { target.value = { ...detail } })',
  )
  const { length } = sent
  await page.getByLabel('Sort code').pressSequentially('089999')
  await page.getByLabel('Account number').pressSequentially('66374958')
  assert.equal(await page.getByLabel('Sort code').inputValue(), '08-99-99')
  assert.equal(await page.getByLabel('Account number').inputValue(), '66374958')
  assert.equal(sent.length, length)
})

test('Germany, bank code: a bank with many codes has the code that the user typed', async (t) => {
  const opened = await open(t, { body: inForm('country="de" method="de_account"') })
  if (!opened) return
  const { page } = opened
  await chooseBank(page, 'Bank code', '37040044', 'Commerzbank')
  assert.equal(await page.getByLabel('Payment method').isVisible(), false)
  assert.equal((await entries(page)).at(-1)?.[1], '37040044')
  await chooseBank(page, 'Bank code', 'commerzb', 'Commerzbank')
  assert.equal((await entries(page)).at(-1)?.[1], 'de-commerzbank')
})

test('Kenya: mobile money has the operators only, and a phone number with a country code', async (t) => {
  const opened = await open(t, { body: inForm('countries="ng,ke" country="ke"') })
  if (!opened) return
  const { page } = opened
  assert.deepEqual(await page.getByLabel('Country').locator('option').allInnerTexts(), ['Choose', 'Nigeria', 'Kenya'])
  await page.getByLabel('Payment method').selectOption('ke_mobile_money')
  await page.getByRole('combobox', { name: 'Mobile money operator' }).click()
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  assert.ok((await options.allInnerTexts()).every((name) => !name.includes('Bank')))
  await options.filter({ hasText: 'M-PESA' }).click()
  await page.getByLabel('Phone number').fill('+254 712 123 456')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/done?*')
  const submitted = new URL(page.url()).searchParams
  assert.equal(submitted.get('account[fields][phone_number]'), '254712123456')
  assert.equal(submitted.get('account[fields][operator]'), 'ke-m-pesa')
})

test('a computed IBAN is shown with its note', async (t) => {
  const opened = await open(t, { body: alone('country="be"') })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Payment method').selectOption({ index: 1 })
  await page.getByRole('textbox').first().fill('539-0075470-34')
  await page.getByRole('button', { name: 'Check account' }).click()
  await page.getByText('IBAN: BE68 5390 0754 7034').waitFor()
  assert.match(await resultText(page), /has not confirmed/)
})

test('without a country the menu has every supported country, in the language of the page', async (t) => {
  const script = `await customElements.whenDefined('bank-account-form')
    const { strings } = customElements.get('bank-account-form')
    strings.de = { country: 'Land', choose: 'Wählen', labels: { iban: 'Ihre IBAN' } }
    document.querySelector('bank-account-form').lang = 'de'`
  const opened = await open(t, { body: alone(''), script })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Land').selectOption({ label: 'Österreich' })
  await page.getByLabel('Ihre IBAN').waitFor()
  assert.ok((await page.getByLabel('Land').locator('option').count()) > 100)
})

test('an unusual `lang` is no error, and a change of the language keeps what the user typed', async (t) => {
  const opened = await open(t, { body: alone('lang="en_US" countries="gb,de"') })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
  await page.getByLabel('Sort code').fill('089999')
  await page.evaluate('document.querySelector("bank-account-form").lang = "fr"')
  await page.getByLabel('Country').locator('option', { hasText: 'Royaume-Uni' }).waitFor({ state: 'attached' })
  await page.getByLabel('Sort code').waitFor()
  assert.equal(await page.getByLabel('Sort code').inputValue(), '08-99-99')
  assert.deepEqual(opened.messages, [])
})

test('a value that is set before the form is in the page stays, also if the form is moved', async (t) => {
  const script = `await customElements.whenDefined('bank-account-form')
    globalThis.form = document.querySelector('bank-account-form').cloneNode()
    form.value = { country: 'GB', method: 'gb_sort_code', fields: { sort_code: '089999' } }
    document.querySelector('bank-account-form').replaceWith(form)`
  const opened = await open(t, { body: `${alone('countries="gb,de"')}<main></main>`, script })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Sort code').waitFor()
  assert.equal(await page.getByLabel('Sort code').inputValue(), '08-99-99')
  await page.getByLabel('Account number').fill('66374958')
  await page.evaluate('document.querySelector("main").append(form)')
  assert.deepEqual(await page.evaluate('form.value.fields'), { sort_code: '089999', account_number: '66374958' })
  await page.evaluate('form.formStateRestoreCallback(null), form.value = { country: "de" }')
  await page.getByLabel('IBAN').waitFor()
  await page.evaluate('form.value = null')
  await page.getByLabel('IBAN').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Country').inputValue(), '')
  assert.deepEqual(opened.messages, [])
})

test('an optional form may stay empty; a required one, or one with a value, may not', async (t) => {
  const opened = await open(t, { body: inForm('country="gb"') })
  if (!opened) return
  const { page } = opened
  const isValid = (): Promise<boolean> => page.evaluate('document.querySelector("form").checkValidity()')
  await page.getByLabel('Sort code').waitFor()
  assert.equal(await isValid(), true)
  assert.deepEqual(await entries(page), [])
  await page.evaluate('document.querySelector("bank-account-form").required = true')
  assert.equal(await isValid(), false)
  assert.deepEqual(await messages(page), ['Sort code is missing.', 'Account number is missing.'])
  await page.evaluate('document.querySelector("bank-account-form").required = false')
  await page.getByLabel('Sort code').fill('089999')
  assert.equal(await isValid(), false)
  await page.getByRole('button', { name: 'Reset' }).click()
  await waitUntil('the form is valid', () => page.evaluate<boolean>('document.querySelector("form").checkValidity()'))
  assert.equal(await page.getByLabel('Sort code').inputValue(), '')
})

test('a disabled fieldset disables the fields, and the form submits without them', async (t) => {
  const body = inForm('country="ng" required')
    .replace('<bank-', '<fieldset disabled><bank-')
    .replace('</bank-account-form>', '</bank-account-form></fieldset>')
  const opened = await open(t, { body })
  if (!opened) return
  const { page } = opened
  assert.equal(await page.getByLabel('NUBAN account number').isDisabled(), true)
  assert.equal(await page.getByRole('combobox', { name: 'Bank' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/done?intent=save')
})

test('a page can stop the submission of an account that it does not accept', async (t) => {
  const script = `document.addEventListener('account-checked', (event) => {
    if (event.detail.verdict !== 'valid') event.preventDefault()
  })`
  const opened = await open(t, { body: inForm('country="gb"'), script })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Sort code').fill('089999')
  await page.getByLabel('Account number').fill('66374958')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Bank: The Co-operative Bank').waitFor()
  assert.equal(page.url(), opened.url)
})

test('changes of a value are reported with the whole account', async (t) => {
  const script = `globalThis.accounts = []
    document.addEventListener('account-change', ({ detail }) => accounts.push(detail))`
  const opened = await open(t, { body: alone('country="gb"'), script })
  if (!opened) return
  const { page } = opened
  await page.getByLabel('Sort code').fill('08 99 99')
  assert.deepEqual(await page.evaluate('accounts'), [
    { country: 'gb', method: 'gb_sort_code', fields: { sort_code: '089999' } },
  ])
})

test('a failing service: the form says so, tries again by itself, and then works', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const { url } = await servePage(t, { body: inForm('country="gb" required') })
  let failures = 0
  const released = Promise.withResolvers<void>()
  await page.route('**/v1/account-requirements*', async (route) => {
    const headers = { 'Access-Control-Allow-Origin': '*' }
    if (failures++ === 0) return route.fulfill({ status: 503, body: 'busy', headers })
    await released.promise
    return route.continue()
  })
  await page.goto(url)
  await page.getByText('The service cannot be reached. Trying again …').waitFor()
  assert.deepEqual(await seriousProblems(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  released.resolve()
  await page.getByLabel('Sort code').waitFor()
  assert.equal(page.url(), url, 'a required form was submitted without fields')
  assert.equal(await page.getByText('Trying again').count(), 0)
})

test('if the account cannot be checked, the user can submit it again without the check', async (t) => {
  const opened = await open(t, { body: inForm('country="gb"') })
  if (!opened) return
  const { page } = opened
  let attempts = 0
  const released = Promise.withResolvers<void>()
  await page.route('**/v1/accounts/check', async (route) => {
    if (++attempts === 1) return route.abort()
    await released.promise
    return route.fulfill({
      status: 429,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '60',
      },
    })
  })
  await page.getByLabel('Sort code').fill('089999')
  await page.getByLabel('Account number').fill('66374958')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Trying again').waitFor()
  released.resolve()
  await page.getByText('The account could not be checked. Submit again to skip the check.').waitFor()
  assert.equal(page.url(), opened.url)
  assert.equal(attempts, 2, 'it does not wait for a minute')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/done?*')
})

test('a country that the service does not know: one message, no repetition', async (t) => {
  const opened = await open(t, { body: alone('country="xx"') })
  if (!opened) return
  const { page, sent } = opened
  await page.getByText('The form cannot be loaded.').waitFor()
  // Longer than the pause before a repetition. A later timer of the page cannot end before an earlier, shorter one.
  await page.evaluate('new Promise((done) => setTimeout(done, 1500))')
  assert.equal(sent.filter(({ url }) => url.includes('account-requirements')).length, 1)
  assert.ok(opened.messages.some((message) => message.includes('<bank-account-form>:')))
})

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`accessible in every state, and fits the screen: ${size}, ${colorScheme}`, async (t) => {
      const opened = await open(
        t,
        { body: inForm('countries="ca,gb,ke"') },
        {
          ...options,
          colorScheme,
        },
      )
      if (!opened) return
      const { page } = opened
      await page.getByLabel('Country').waitFor()
      assert.deepEqual(await seriousProblems(page), [])
      await page.getByLabel('Country').selectOption('ca')
      await page.getByLabel('Transit number').fill('12')
      await page.getByLabel('Transit number').blur()
      await page.getByRole('button', { name: 'Save' }).click()
      assert.deepEqual(await seriousProblems(page), [])
      await page.getByLabel('Country').selectOption('gb')
      await page.getByLabel('Sort code').fill('089999')
      await page.getByLabel('Account number').fill('63674958')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Use 66374958' }).waitFor()
      assert.equal(await overflow(opened), 0)
      const folder = process.env.SCREENSHOTS
      if (folder) await page.screenshot({ path: `${folder}/${size}-${colorScheme}.png`, fullPage: true })
      assert.deepEqual(await seriousProblems(page), [])
    })
  }
}

test('a page can set the custom properties from its own, whatever their names are', async (t) => {
  const style = 'bank-account-form { --border: rgb(1, 2, 3); --bank-picker-border: var(--border) }'
  const opened = await open(t, { body: alone('country="gb"'), style })
  if (!opened) return
  await opened.page.getByLabel('Sort code').waitFor()
  const field = 'document.querySelector("bank-account-form").shadowRoot.querySelector("#sort_code")'
  assert.equal(await opened.page.evaluate(`getComputedStyle(${field}).borderTopColor`), 'rgb(1, 2, 3)')
})

test('the script is at most 5.8 kB larger than that of the picker', async (t) => {
  await startPickerService(t)
  const script = readFileSync(new URL('../../packages/picker/dist/bank-account-form.js', import.meta.url))
  assert.match(script.toString(), /from"\.\/bank-picker\.js"/, 'the script contains the picker')
  const { length } = gzipSync(script, { level: 9 })
  assert.ok(length <= 5800, `${length} bytes`)
})
