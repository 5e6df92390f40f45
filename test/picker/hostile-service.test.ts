/** The elements in a page whose service is hostile: no script of it runs, and the page stays usable. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { waitForState } from '../support/picker/drivers.ts'
import { startPickerService, startShop } from '../support/picker/shop.ts'
import {
  type HostileService,
  type Hostility,
  hostileBody,
  hostilities,
  markupText,
  sendJson,
  startHostileService,
} from '../support/services/hostile-service.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Shop {
  page: Page
  service: HostileService
  messages: string[]
}

/** A page without a content security policy, which could hide that a script runs. */
async function openShop(t: TestContext, hostility: Hostility, element: string): Promise<Shop | undefined> {
  const visitor = await openPage(t)
  if (!visitor) return undefined
  const service = await startHostileService(t, hostility)
  const scripts = await startPickerService(t)
  const script = `<script type="module" src="${scripts}/bank-account-form.js"></script>`
  const body = `${script}<form>${element.replace(' ', ` base-url="${service.url}" `)}<button>Pay</button></form>`
  await visitor.page.goto(await startShop(t, { service: scripts, body }))
  await visitor.page.evaluate("customElements.whenDefined('bank-account-form').then(() => true)")
  return { ...visitor, service }
}

const picker = '<bank-picker country="ng" required></bank-picker>'
const form = '<bank-account-form country="ng" name="account" required></bank-account-form>'

/** Sends responses with this text, which are proper but for it. */
const withText =
  (text: string): Hostility =>
  (response, path) =>
    sendJson(JSON.stringify(hostileBody(path, text)))(response, path)

const assertUnharmed = async ({ page, messages }: Shop): Promise<void> => {
  assert.equal(await page.evaluate('typeof globalThis.hacked'), 'undefined')
  // The elements report failures on the console; the page has no errors.
  assert.deepEqual(
    messages.filter((message) => !/^error: (?:<bank-|Failed to load resource)/.test(message)),
    [],
  )
}

test('markup in names is text, in the list, the field and the form', async (t) => {
  const shop = await openShop(t, hostilities.markup, picker)
  if (!shop) return
  const { page } = shop
  await page.locator('bank-picker').click()
  const { options } = await waitForState(page, 'the list', (state) => state.options.length > 0)
  assert.equal(options[0], markupText)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await waitForState(page, 'the bank is chosen', ({ text, value }) => text === markupText && value === 'ng-bank')
  await assertUnharmed(shop)
})

test('a name of 900,000 characters and a list of 5,000 banks leave the page usable', async (t) => {
  const bank = { id: 'ng-x', country: 'NG', city: null, region: null, code: null, bic: null, codes: {} }
  const send = (count: number, name: string): Hostility =>
    sendJson(JSON.stringify({ banks: Array(count).fill({ ...bank, name }) }))
  const shop = await openShop(t, send(1, 'x'.repeat(900_000)), picker)
  if (!shop) return
  const { page, service } = shop
  await page.locator('bank-picker').click()
  await waitForState(page, 'the long name', ({ options }) => options[0]?.length === 900_000)
  service.hostility = send(5_000, 'x')
  await page.keyboard.type('x')
  await waitForState(page, 'the list', ({ options }) => options.length === 50)
  await assertUnharmed(shop)
})

test('wrong shapes and responses without end are a message, and the next response is used', async (t) => {
  const shop = await openShop(t, withText('Good Bank'), picker)
  if (!shop) return
  const { page, service } = shop
  /** After a failure, the list still has the options of the last response. */
  const waitForList = (what: string) =>
    waitForState(page, what, ({ options, status }) => options[0] === 'Good Bank' && !/cannot/.test(status))
  await page.locator('bank-picker').click()
  await waitForList('the list')
  const good = hostileBody('/v1/search', 'Good Bank') as { banks: Record<string, unknown>[] }
  const wrong = (field: string, value: unknown): Hostility =>
    sendJson(JSON.stringify({ ...good, banks: [{ ...good.banks[0], [field]: value }] }))
  for (const [what, hostility] of Object.entries({
    null: hostilities.null,
    'no JSON': hostilities['no JSON'],
    'an empty object': hostilities['an empty object'],
    'a long error': hostilities['a long error'],
    'a response without end': hostilities['a response without end'],
    'a gzip bomb': hostilities['a gzip bomb'],
    'a bank that is null': sendJson('{"banks":[null]}'),
    'a name that is a number': wrong('name', 1),
    'a country that is an object': wrong('country', {}),
    'codes that are null': wrong('codes', null),
    'codes that are no lists': wrong('codes', { a: 'abc' }),
    'codes that are lists of objects': wrong('codes', { a: [{}] }),
    'spans that are numbers': wrong('matched', { field: 'name', text: 'x', spans: [1] }),
  } satisfies Record<string, Hostility>)) {
    service.hostility = hostility
    await page.keyboard.type('x')
    await waitForState(page, what, ({ status }) => /cannot be (?:reached|loaded)/.test(status))
    service.hostility = withText('Good Bank')
    await page.keyboard.type('x')
    await waitForList(`the list after ${what}`)
  }
  service.hostility = sendJson(JSON.stringify({ banks: [{ ...good.banks[0], name: 'Far Bank', country: 'no code' }] }))
  await page.keyboard.type('x')
  await waitForState(page, 'a country without a name', ({ options }) => options[0] === 'Far Bank')
  await assertUnharmed(shop)
})

test('no service can make the page wait for longer than five minutes, or without a pause', async (t) => {
  const shop = await openShop(t, sendJson('', 503, { 'retry-after': '99999999999' }), picker)
  if (!shop) return
  const { page } = shop
  await page.evaluate(`{
    globalThis.delays = []
    const original = setTimeout
    globalThis.setTimeout = (call, ms) => { delays.push(ms); return original(call, ms) }
  }`)
  await page.locator('bank-picker').click()
  await waitForState(page, 'the message', ({ status }) => /Trying again/.test(status))
  await waitUntil('the delay', () => page.evaluate<boolean>('delays.includes(300000)'))
  assert.equal(await page.evaluate('Math.max(...delays)'), 300_000)
})

/** The requirements with one text field that has these hostile properties. */
const requirements = (field: object): Hostility => {
  const body = hostileBody('/v1/account-requirements', 'text') as { methods: { fields: object[] }[] }
  const [method] = body.methods
  const fields = [{ ...method?.fields[0], type: 'text', label: 'Number', key: 'number', required: true, ...field }]
  const json = JSON.stringify({ ...body, methods: [{ ...method, fields }] })
  return (response, path) => (path.startsWith('/v1/account-r') ? sendJson(json) : withText('text'))(response, path)
}

for (const [what, field] of Object.entries({
  'a pattern that takes exponential time': { pattern: '^(?:[A-Z]+)+$' },
  'a pattern with many choices': { pattern: `^${'A?'.repeat(40)}B$` },
  'a pattern that is no regular expression': { pattern: '^(($' },
  'a pattern of 100,000 characters': { pattern: `^${'A{1}'.repeat(25_000)}$` },
  'groups of no characters': { pattern: null, group: { sizes: [0, -1, null, {}], separator: ' ' } },
  'markup as label, hint and example': {
    pattern: null,
    label: `Number${markupText}`,
    hint: markupText,
    example: markupText,
  },
})) {
  test(`the account form leaves ${what} to the service, and the page stays usable`, async (t) => {
    const shop = await openShop(t, requirements(field), form)
    if (!shop) return
    const { page, service } = shop
    await page.evaluate("document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())")
    await page.getByLabel('Number').fill(`${'A'.repeat(60)}!`)
    await page.getByLabel('Number').blur()
    await page.getByRole('button', { name: 'Pay' }).click()
    await waitUntil('the check', () => service.requests.includes('POST /v1/accounts/check'))
    await assertUnharmed(shop)
  })
}

test('account fields with wrong shapes are a message', async (t) => {
  const shop = await openShop(t, requirements({ group: { sizes: 4 } }), form)
  if (!shop) return
  const { page, service } = shop
  const status = page.getByRole('status')
  await status.getByText('cannot be loaded').waitFor()
  for (const hostility of [
    hostilities.null,
    hostilities['an empty object'],
    requirements({ key: null }),
    requirements({ options: [null] }),
    requirements({ bank_types: [[[]]], type: 'bank' }),
    requirements({ example: 1 }),
  ]) {
    service.hostility = requirements({ pattern: null })
    await page.evaluate("document.querySelector('bank-account-form').value = null")
    await page.getByLabel('Number').waitFor()
    service.hostility = hostility
    await page.evaluate("document.querySelector('bank-account-form').value = null")
    await status.getByText('cannot be loaded').waitFor()
  }
  await assertUnharmed(shop)
})

test('a check with a wrong shape counts as no check, and the form can be submitted', async (t) => {
  const shop = await openShop(t, requirements({ pattern: null }), form)
  if (!shop) return
  const { page, service } = shop
  await page.getByLabel('Number').fill('1')
  service.hostility = sendJson('{"verdict":"valid","fields":null}')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('could not be checked').waitFor()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/account%5Bfields%5D%5Bnumber%5D=1/)
  await assertUnharmed(shop)
})
