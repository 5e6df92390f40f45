/** The picker as a form field: labels, values, validation, reset, restored state and events. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { stateOf, waitForState } from '../support/picker/drivers.ts'
import { bankForm, label, startPickerService, startShop } from '../support/picker/shop.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Shop {
  page: Page
  messages: string[]
  requests: string[]
  url: string
}

async function openShop(t: TestContext, body: string, root?: string): Promise<Shop | undefined> {
  const visitor = await openPage(t)
  if (!visitor) return undefined
  const service = await startPickerService(t)
  const url = await startShop(t, { service, body, ...(root && { root }) })
  await visitor.page.goto(url)
  await visitor.page.evaluate("customElements.whenDefined('bank-picker').then(() => true)")
  return { ...visitor, url }
}

/** Evaluates an expression in which `picker` is the picker and `form` is its form. */
const inPage = <Value>(page: Page, expression: string): Promise<Value> =>
  page.evaluate<Value>(`(async () => {
    const picker = document.querySelector('bank-picker')
    const form = picker.form
    return ${expression}
  })()`)

const type = async (page: Page, text: string): Promise<void> => {
  await page.locator('bank-picker').focus()
  await page.keyboard.type(text)
}

test('FormData has the code of the chosen bank, and nothing before', async (t) => {
  const shop = await openShop(t, bankForm())
  if (!shop) return
  const { page } = shop
  const data = () => inPage<string[][]>(page, '[...new FormData(form)]')
  assert.deepEqual(await data(), [])
  await type(page, 'zenith')
  await page.keyboard.press('Enter')
  await waitForState(page, 'a bank is chosen', ({ value }) => value !== '')
  assert.deepEqual(await data(), [['bank', '000015']])
  await page.keyboard.type('x')
  assert.deepEqual(await data(), [], 'another text is not a bank')
})

for (const [attributes, text, value] of [
  ['country="ng" scheme="ng_nip"', 'gtb', '000013'],
  ['country="ng" scheme="ng_nip" value-field="id"', 'gtb', 'ng-gtbank'],
  ['country="ng" value-field="bic"', 'gtb', 'GTBINGLA'],
  ['country="ng" value-field="code"', 'gtb', '058'],
  ['country="ng"', 'gtb', 'ng-gtbank'],
  ['', 'deutsche bank', 'de-deutsche-bank'],
] as const) {
  test(`the value of <bank-picker ${attributes}> for "${text}" is ${value}, and the value leads back to the name`, async (t) => {
    const shop = await openShop(t, `${label}<bank-picker id="bank" ${attributes}></bank-picker>`)
    if (!shop) return
    const { page } = shop
    await type(page, text)
    await page.keyboard.press('Enter')
    const chosen = await waitForState(page, 'a bank is chosen', (state) => state.value !== '')
    assert.equal(chosen.value, value)
    await inPage(page, `picker.value = ''`)
    assert.equal((await stateOf(page)).text, '')
    await inPage(page, `picker.value = '${value}'`)
    await waitForState(page, 'the name is shown', (state) => state.text === chosen.text)
    assert.equal(await inPage(page, 'picker.bank.name'), chosen.text)
  })
}

test('a value can be set as an attribute, before the script has loaded, and before the element is in the page', async (t) => {
  const shop = await openShop(t, bankForm('value="000014"'))
  if (!shop) return
  const { page } = shop
  await waitForState(page, 'the name is shown', ({ text, value }) => text === 'Access Bank' && value === '000014')
  await page.evaluate(`(() => {
    const picker = document.createElement('bank-picker')
    picker.value = '000013'
    picker.setAttribute('scheme', 'ng_nip')
    picker.setAttribute('country', 'ng')
    document.querySelector('bank-picker').replaceWith(picker)
  })()`)
  await waitForState(page, 'the name is shown', ({ text }) => text === 'GTBank')
  await inPage(
    page,
    `(() => {
    // As a script does that runs before the definition of the element.
    const early = document.createElement('template')
    early.innerHTML = '<bank-picker country="ng" scheme="ng_nip"></bank-picker>'
    const element = early.content.firstChild
    element.value = '000015'
    picker.replaceWith(element)
  })()`,
  )
  await waitForState(page, 'the name is shown', ({ text, value }) => text === 'Zenith Bank' && value === '000015')
})

test('a required picker has messages for no bank and for a text that is no bank', async (t) => {
  const shop = await openShop(t, bankForm('required'))
  if (!shop) return
  const { page } = shop
  const validity = () =>
    inPage<unknown[]>(
      page,
      '[picker.checkValidity(), picker.validity.valueMissing, picker.validity.badInput, picker.validationMessage]',
    )
  assert.deepEqual(await validity(), [false, true, false, 'Choose a bank.'])
  await page.click('button')
  const isMarked = () => inPage(page, "picker.shadowRoot.querySelector('input').ariaInvalid")
  assert.equal(await isMarked(), 'true')
  assert.ok((await stateOf(page)).isFocused, 'the browser moves the focus to the invalid field')
  await type(page, 'gtb')
  assert.deepEqual(await validity(), [false, false, true, 'Choose a bank from the list.'])
  await page.keyboard.press('Enter')
  await waitForState(page, 'a bank is chosen', ({ value }) => value !== '')
  assert.deepEqual(await validity(), [true, false, false, ''])
  assert.equal(await isMarked(), null)
  await inPage(page, "picker.setCustomValidity('This bank is closed today.')")
  assert.equal(await inPage(page, 'picker.validationMessage'), 'This bank is closed today.')
})

test('after a submission without a bank, the message of the browser does not cover the list', async (t) => {
  const shop = await openShop(t, bankForm('required'))
  if (!shop) return
  const { page } = shop
  const typed = async (): Promise<Buffer> => {
    await page.getByRole('combobox').fill('gtb')
    const option = page.getByRole('option', { name: /GTBank/, selected: true })
    await option.waitFor()
    return option.screenshot()
  }
  const expected = await typed()
  await page.reload()
  await page.evaluate("customElements.whenDefined('bank-picker').then(() => true)")
  await page.click('button')
  await typed()
  // The message fades.
  await waitUntil('the list looks as without a message', async () =>
    (await page.getByRole('option').first().screenshot()).equals(expected),
  )
})

test('a page can set the value that it got from an event, and the field stays as it is', async (t) => {
  const shop = await openShop(t, bankForm())
  if (!shop) return
  const { page, requests } = shop
  await inPage(
    page,
    "['input', 'change', 'bank-select'].forEach((name) => picker.addEventListener(name, () => { picker.value = picker.value }))",
  )
  await type(page, 'gtb')
  await waitForState(page, 'the bank is listed', ({ options }) => options.length > 0)
  await page.keyboard.press('Enter')
  await waitForState(page, 'the bank is chosen', ({ value, text }) => value === '000013' && text === 'GTBank')
  const { length } = requests
  // The first key removes the bank, and the text that the user types stays.
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await waitForState(page, 'the text stays', ({ value, text }) => value === '' && text === 'GTBankx')
  assert.ok(!requests.slice(length).some((url) => url.includes('000013')), 'the bank is not looked up again')
  await inPage(page, "picker.value = ''")
  await page.locator('[name=go]').focus()
  await inPage(page, "picker.value = ''")
  await waitForState(page, 'a script can clear the text', ({ text }) => text === '')
})

test('reset returns to the value in the markup', async (t) => {
  const shop = await openShop(t, bankForm('value="000014" required'))
  if (!shop) return
  const { page } = shop
  const hasDefault = () =>
    waitForState(page, 'the default is shown', ({ text, value }) => text === 'Access Bank' && value === '000014')
  await hasDefault()
  await page.locator('bank-picker').click()
  await page.keyboard.type('gtb')
  await waitForState(page, 'the list is open', ({ isOpen, active }) => isOpen && active === 0)
  await inPage(page, 'form.reset()')
  const { isOpen } = await hasDefault()
  assert.equal(isOpen, false)
  await inPage(page, "picker.setAttribute('value', '000013')")
  await waitForState(page, 'the attribute sets the value of an untouched field', ({ text }) => text === 'GTBank')
})

test('the browser restores the bank when the user comes back', async (t) => {
  const shop = await openShop(t, bankForm())
  if (!shop) return
  const { page } = shop
  await type(page, 'gtb')
  await page.keyboard.press('Enter')
  await waitForState(page, 'a bank is chosen', ({ value }) => value === '000013')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sent?*')
  await page.goBack()
  await page.evaluate("customElements.whenDefined('bank-picker').then(() => true)")
  await waitForState(page, 'the bank is back', ({ text, value }) => text === 'GTBank' && value === '000013')
})

test('a disabled fieldset disables the picker and closes its list', async (t) => {
  const shop = await openShop(
    t,
    `<form><fieldset>${label}<bank-picker id="bank" name="bank" country="ng" value="ng-gtbank"></bank-picker></fieldset></form>`,
  )
  if (!shop) return
  const { page } = shop
  await page.locator('bank-picker').click()
  await waitForState(page, 'the list is open', ({ isOpen, options }) => isOpen && options.length > 0)
  await page.evaluate("document.querySelector('fieldset').disabled = true")
  const { isOpen } = await stateOf(page)
  assert.equal(isOpen, false)
  assert.deepEqual(
    await inPage(page, "[picker.shadowRoot.querySelector('input').disabled, [...new FormData(form)].length]"),
    [true, 0],
  )
})

test('input, change and bank-select are sent once for a bank, and only if the value changes', async (t) => {
  const shop = await openShop(t, bankForm())
  if (!shop) return
  const { page } = shop
  await inPage(
    page,
    `(() => {
    globalThis.seen = []
    for (const type of ['input', 'change', 'bank-select'])
      document.addEventListener(type, ({ detail, target }) => seen.push([type, target.value, detail?.id]))
  })()`,
  )
  const seen = () => page.evaluate('seen.splice(0)')
  await type(page, 'gtb')
  assert.deepEqual(await seen(), [], 'typing is not yet a value')
  await page.keyboard.press('Enter')
  await waitForState(page, 'a bank is chosen', ({ value }) => value !== '')
  assert.deepEqual(await seen(), [
    ['bank-select', '000013', 'ng-gtbank'],
    ['input', '000013', undefined],
    ['change', '000013', undefined],
  ])
  await page.keyboard.type('x')
  assert.deepEqual(await seen(), [['input', '', undefined]])
  await page.keyboard.press('Tab')
  assert.deepEqual(
    ((await seen()) as unknown[][]).map(([name]) => name),
    ['input', 'change'],
  )
  await inPage(page, "picker.value = '000014'")
  await waitForState(page, 'the name is shown', ({ text }) => text === 'Access Bank')
  assert.deepEqual(await seen(), [], 'a script that sets the value gets no event')
})

test('the name of the field follows its label, aria-label and aria-labelledby', async (t) => {
  const shop = await openShop(
    t,
    `<form><bank-picker id="bank" country="ng"></bank-picker>${label}</form><p id="other">Your bank</p>`,
  )
  if (!shop) return
  const { page } = shop
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await page.locator('bank-picker').focus()
  await field('Bank').waitFor()
  await page.evaluate("document.querySelector('label').textContent = 'Bank of the payee'")
  await page.locator('h1').click()
  await page.locator('bank-picker').focus()
  await field('Bank of the payee').waitFor()
  await inPage(page, "picker.ariaLabel = 'Payee'")
  await field('Payee').waitFor()
  await inPage(page, "(picker.ariaLabel = null, picker.setAttribute('aria-labelledby', 'other'))")
  await page.locator('h1').click()
  await page.locator('bank-picker').focus()
  await field('Your bank').waitFor()
})

test('a bank that is not listed is an event, and the form is not blocked by the text', async (t) => {
  const shop = await openShop(t, bankForm('not-listed'))
  if (!shop) return
  const { page } = shop
  await inPage(page, "picker.addEventListener('bank-not-listed', ({ detail }) => { globalThis.missing = detail.text })")
  await type(page, 'qqqq')
  await waitForState(page, 'no bank is found', ({ status }) => status.includes('“qqqq”'))
  assert.deepEqual((await stateOf(page)).options, ['My bank is not listed'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('missing'), 'qqqq')
  assert.deepEqual(await inPage(page, '[picker.validity.valid, picker.value]'), [true, ''])
})

test('an account number or IBAN in the field is never sent, but a code of the country is', async (t) => {
  const shop = await openShop(t, bankForm())
  if (!shop) return
  const { page, requests } = shop
  await type(page, '000013')
  const queries = (): string[] => requests.flatMap((url) => new URL(url).searchParams.get('q') ?? [])
  await waitUntil('the code is searched', () => queries().includes('000013'))
  await waitForState(page, 'the code is found', ({ options }) => options.some((text) => text.includes('GTBank')))
  await page.keyboard.type('7890')
  await waitForState(page, 'nothing is found', ({ status }) => status.includes('0000137890'))
  await page.locator('bank-picker input').fill('DE89 3704 0044')
  await waitForState(page, 'nothing is found', ({ status }) => status.includes('DE89 3704 0044'))
  await page.locator('bank-picker input').fill('zenith')
  await waitForState(page, 'a name is searched again', ({ options }) => options.some((text) => text.includes('Zenith')))
  for (const query of queries()) assert.doesNotMatch(query, /\d{7}|^DE89/)
})

test('another country while the list is open shows the banks of that country and clears the bank', async (t) => {
  const shop = await openShop(t, `${label}<bank-picker id="bank" country="ng" value="ng-gtbank"></bank-picker>`)
  if (!shop) return
  const { page } = shop
  await waitForState(page, 'the name is shown', ({ text }) => text === 'GTBank')
  await page.locator('bank-picker').click()
  const before = await waitForState(page, 'the list is open', ({ options }) => options.length > 1)
  await inPage(page, "picker.country = 'gh'")
  const after = await waitForState(
    page,
    'the list has changed',
    ({ options }) => options.length > 1 && options[0] !== before.options[0],
  )
  assert.deepEqual([after.text, after.value], ['', ''])
})

test('names that occur twice show the city and the region, and closed banks lead to their successor', async (t) => {
  const shop = await openShop(t, `${label}<bank-picker id="bank" country="us"></bank-picker>`)
  if (!shop) return
  const { page } = shop
  const rows = () =>
    inPage<[string, string][]>(
      page,
      "[...picker.shadowRoot.querySelectorAll('li')].map((row) => [row.querySelector('.name').textContent, row.querySelector('.detail')?.textContent ?? ''])",
    )
  await type(page, 'first state bank')
  await waitForState(page, 'results', ({ status, options }) => status !== '' && options[0] === 'First State Bank')
  const same = (await rows()).filter(([name]) => name === 'First State Bank')
  assert.ok(same.length > 1)
  assert.equal(new Set(same.map(([, detail]) => detail)).size, same.length, JSON.stringify(same))
  await inPage(page, "picker.country = 'ng'")
  await page.locator('bank-picker').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('diamond bank')
  await waitForState(page, 'the successor', ({ options }) => options[0] === 'Access Bank')
  assert.equal((await rows())[0]?.[1], 'formerly Diamond Bank')
})

test('the texts are in the language of the page, and a page can replace them', async (t) => {
  const shop = await openShop(t, bankForm('required'), 'lang="fr-CA"')
  if (!shop) return
  const { page } = shop
  const message = () => inPage(page, 'picker.validationMessage')
  assert.equal(await message(), 'Choisissez une banque.')
  await inPage(page, "picker.strings = { required: 'Votre banque ?' }")
  assert.equal(await message(), 'Votre banque ?')
  await inPage(
    page,
    "(customElements.get('bank-picker').strings.de = { required: 'Bank wählen' }, picker.strings = undefined, picker.lang = 'de')",
  )
  assert.equal(await message(), 'Bank wählen')
  assert.equal(await inPage(page, "picker.shadowRoot.querySelector('input').placeholder"), 'Bank name or code')
})

test('the list is visible inside a dialog and inside a box that hides its overflow', async (t) => {
  const box = '<div style="overflow:hidden;height:4rem;width:15rem;transform:scale(1)">'
  const shop = await openShop(t, `<dialog>${box}${bankForm()}</div></dialog>`)
  if (!shop) return
  const { page } = shop
  await page.evaluate("document.querySelector('dialog').showModal()")
  await page.locator('bank-picker').click()
  await waitForState(page, 'the list is open', ({ isOpen, options }) => isOpen && options.length > 5)
  await page.getByRole('option').nth(3).click()
  const { value, isOpen } = await stateOf(page)
  assert.ok(value !== '' && !isOpen)
  await page.keyboard.press('ArrowDown')
  await waitForState(page, 'the list is open', (state) => state.isOpen)
  await page.keyboard.press('Escape')
  assert.ok(await page.evaluate("document.querySelector('dialog').open"), 'Escape closes the list, not the dialog')
})
