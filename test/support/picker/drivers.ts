/** What tests of the picker do in a browser, the same way in Chromium and in Firefox. */
import type { TestContext } from 'node:test'
import { openPage } from '../browser.ts'
import { findPrograms } from '../programs.ts'
import { waitUntil } from '../wait-until.ts'
import { evaluateIn, openFirefox } from './firefox.ts'

export interface Driver {
  open(url: string): Promise<void>
  /** Presses a key by its name, such as `ArrowDown`, with modifiers such as `Alt`. */
  press(key: string, ...modifiers: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Clicks at the centre of the first element that matches the selector. */
  click(selector: string): Promise<void>
  evaluate<Value>(expression: string): Promise<Value>
}

/** Each returns undefined, and skips the test, if its browser is missing. */
export const drivers: Record<string, (t: TestContext) => Promise<Driver | undefined>> = {
  Chromium: chromiumDriver,
  Firefox: firefoxDriver,
}

async function chromiumDriver(t: TestContext): Promise<Driver | undefined> {
  const visitor = await openPage(t)
  if (!visitor) return undefined
  const { page } = visitor
  return {
    open: async (url) => void (await page.goto(url)),
    press: (key, ...modifiers) => page.keyboard.press([...modifiers, key].join('+')),
    type: (text) => page.keyboard.type(text),
    click: (selector) => page.click(selector),
    evaluate: (expression) => page.evaluate(expression),
  }
}

/** The characters that WebDriver has for keys without a character. */
const keyValues: Record<string, string> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Tab: '\uE004',
}

async function firefoxDriver(t: TestContext): Promise<Driver | undefined> {
  if (!findPrograms(t, 'firefox')) return undefined
  const firefox = await openFirefox()
  const { context } = await firefox.send<{ context: string }>('browsingContext.create', { type: 'tab' })
  t.after(() => firefox.send('browsingContext.close', { context }))
  const perform = (...actions: object[]): Promise<void> =>
    firefox.send('input.performActions', { context, actions: [{ id: 'keys', type: 'key', actions }] })
  const key = (type: 'keyDown' | 'keyUp', name: string) => ({ type, value: keyValues[name] ?? name })
  const evaluate = <Value>(expression: string) => evaluateIn<Value>(firefox, context, expression)
  return {
    open: (url) => firefox.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    press: (name, ...modifiers) =>
      perform(
        ...modifiers.map((modifier) => key('keyDown', modifier)),
        key('keyDown', name),
        key('keyUp', name),
        ...modifiers.map((modifier) => key('keyUp', modifier)),
      ),
    type: (text) => perform(...[...text].flatMap((letter) => [key('keyDown', letter), key('keyUp', letter)])),
    click: async (selector) => {
      const box = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`
      const [x, y] = await evaluate<[number, number]>(`[${box}.x + ${box}.width / 2, ${box}.y + ${box}.height / 2]`)
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await firefox.send('input.performActions', { context, actions: [{ id: 'mouse', type: 'pointer', actions }] })
    },
    evaluate,
  }
}

export interface PickerState {
  isOpen: boolean
  text: string
  value: string
  /** Names of the banks in the list. */
  options: string[]
  /** Position of the active option, or -1. */
  active: number
  caret: number
  isFocused: boolean
  status: string
}

const stateExpression = `(() => {
  const picker = document.querySelector('bank-picker')
  const root = picker.shadowRoot
  const input = root.querySelector('input')
  const options = [...root.querySelectorAll('[role=option]')]
  return {
    isOpen: input.getAttribute('aria-expanded') === 'true' && root.querySelector('[popover]').matches(':popover-open'),
    text: input.value,
    value: picker.value,
    options: options.map((option) => option.querySelector('.name').textContent),
    active: options.findIndex(({ id }) => id === input.getAttribute('aria-activedescendant')),
    caret: input.selectionStart,
    isFocused: document.activeElement === picker,
    status: root.querySelector('[role=status]').textContent,
  }
})()`

export const stateOf = (driver: Pick<Driver, 'evaluate'>): Promise<PickerState> => driver.evaluate(stateExpression)

/** Waits until the state of the picker satisfies `holds`, and returns the state. */
export async function waitForState(
  driver: Pick<Driver, 'evaluate'>,
  what: string,
  holds: (state: PickerState) => boolean,
): Promise<PickerState> {
  let state: PickerState | undefined
  await waitUntil(
    () => `${what}: ${JSON.stringify(state)}`,
    async () => {
      state = await stateOf(driver)
      return holds(state)
    },
  )
  return state as PickerState
}
