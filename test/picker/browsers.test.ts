/** The picker in Chromium and in Firefox: a bank by keyboard, and the keyboard table of the ARIA Authoring Practices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Driver, drivers, stateOf, waitForState } from '../support/picker/drivers.ts'
import { bankForm, startPickerService, startShop, strictPolicy } from '../support/picker/shop.ts'
import { waitUntil } from '../support/wait-until.ts'

const focusPicker = (driver: Driver): Promise<unknown> =>
  driver.evaluate("customElements.whenDefined('bank-picker').then(() => document.querySelector('bank-picker').focus())")

const setText = (driver: Driver, text: string): Promise<unknown> =>
  driver.evaluate(`(() => {
    const picker = document.querySelector('bank-picker')
    picker.value = ''
    picker.shadowRoot.querySelector('input').value = ${JSON.stringify(text)}
  })()`)

for (const [browser, openDriver] of Object.entries(drivers)) {
  test(`${browser}: a page of another origin with one script tag submits the code of the bank that the user types`, async (t) => {
    const driver = await openDriver(t)
    if (!driver) return
    const service = await startPickerService(t)
    const shop = await startShop(t, { service, body: bankForm('required'), policy: strictPolicy(service) })
    await driver.open(shop)
    await driver.evaluate("customElements.whenDefined('bank-picker').then(() => true)")
    // A click on the label moves the focus to the field.
    await driver.click('label')
    await waitForState(driver, 'the field has the focus', ({ isFocused }) => isFocused)
    await driver.type('gtb')
    await driver.press('Enter')
    const chosen = await waitForState(driver, 'a bank is chosen', ({ value }) => value !== '')
    assert.deepEqual([chosen.value, chosen.text, chosen.isOpen], ['000013', 'GTBank', false])
    await driver.press('Enter')
    let address = ''
    await waitUntil('the form is submitted', async () => {
      address = await driver.evaluate<string>('location.href').catch(() => '')
      return address.includes('/sent')
    })
    assert.equal(address, `${shop}/sent?bank=000013&go=1`)
  })

  test(`${browser}: the keys do what the ARIA Authoring Practices describe`, async (t) => {
    const driver = await openDriver(t)
    if (!driver) return
    const service = await startPickerService(t)
    await driver.open(await startShop(t, { service, body: bankForm() }))
    await focusPicker(driver)
    const listed = (what: string) => waitForState(driver, what, ({ isOpen, options }) => isOpen && options.length > 0)

    await t.test('Down opens the list and moves to the first option, Up moves to the last, and both wrap', async () => {
      await driver.press('ArrowDown')
      const opened = await waitForState(driver, 'the first option is active', ({ active }) => active === 0)
      const last = opened.options.length - 1
      await driver.press('ArrowUp')
      assert.equal((await stateOf(driver)).active, last)
      await driver.press('ArrowDown')
      await driver.press('ArrowDown')
      assert.equal((await stateOf(driver)).active, 1)
    })

    await t.test('Escape closes the list and leaves the field empty', async () => {
      await driver.press('Escape')
      const { isOpen, active, text, isFocused } = await stateOf(driver)
      assert.deepEqual({ isOpen, active, text, isFocused }, { isOpen: false, active: -1, text: '', isFocused: true })
    })

    await t.test('Up opens the list and moves to the last option', async () => {
      await driver.press('ArrowUp')
      const { options, active } = await listed('the list is open')
      assert.equal(active, options.length - 1)
      await driver.press('Escape')
    })

    await t.test('Alt+Down opens the list without an active option, and Alt+Up closes it', async () => {
      await driver.press('ArrowDown', 'Alt')
      assert.equal((await listed('the list is open')).active, -1)
      await driver.press('ArrowUp', 'Alt')
      assert.equal((await stateOf(driver)).isOpen, false)
    })

    // One key at a time: the results of an older text would make another option active.
    await t.test('a typed text opens the list with the best match active, and Down moves on', async () => {
      await driver.type('u')
      await waitForState(driver, 'the results', ({ options, active }) => options[2] === 'U & C MFB' && active === 0)
      await driver.press('ArrowDown')
      assert.equal((await stateOf(driver)).active, 1)
    })

    await t.test('a printable key returns to the text', async () => {
      await driver.type('b')
      const isFound = (options: string[]): boolean =>
        options[1] === 'Union Bank of Nigeria' && !options.includes('U & C MFB')
      await waitForState(driver, 'the results', ({ options, active }) => isFound(options) && active === 0)
      assert.equal((await stateOf(driver)).text, 'ub')
    })

    await t.test('Left, Right, Home and End return to the text and move the caret', async () => {
      for (const [key, caret] of [
        ['Home', 0],
        ['ArrowRight', 1],
        ['End', 2],
        ['ArrowLeft', 1],
      ] as const) {
        await driver.press('ArrowDown')
        await driver.press(key)
        const state = await stateOf(driver)
        assert.deepEqual([state.active, state.caret, state.isOpen], [-1, caret, true], key)
      }
    })

    await t.test('Enter chooses the active option and closes the list, and Escape then clears the field', async () => {
      await driver.press('ArrowDown')
      await driver.press('Enter')
      const chosen = await stateOf(driver)
      assert.deepEqual([chosen.text, chosen.value, chosen.isOpen], ['United Bank for Africa', '000004', false])
      await driver.press('Escape')
      const cleared = await stateOf(driver)
      assert.deepEqual([cleared.text, cleared.value], ['', ''])
    })

    await t.test('Tab chooses an option that was reached with the arrow keys, and moves on', async () => {
      await driver.press('ArrowDown')
      const { options } = await waitForState(driver, 'the first option is active', ({ active }) => active === 0)
      await driver.press('Tab')
      // Firefox moves the focus a moment after the field has lost it.
      const state = await waitForState(driver, 'the focus has moved on', ({ isFocused }) => !isFocused)
      assert.deepEqual([state.text, state.isOpen], [options[0], false])
    })

    await t.test('Tab does not choose a proposed option', async () => {
      await setText(driver, '')
      await focusPicker(driver)
      await driver.type('u')
      await waitForState(driver, 'the best match is active', ({ active }) => active === 0)
      await driver.press('Tab')
      const { text, value, isOpen } = await waitForState(
        driver,
        'the focus has moved on',
        ({ isFocused }) => !isFocused,
      )
      assert.deepEqual({ text, value, isOpen }, { text: 'u', value: '', isOpen: false })
      const message = await driver.evaluate("document.querySelector('bank-picker').validationMessage")
      assert.equal(message, 'Choose a bank from the list.')
    })
  })
}
