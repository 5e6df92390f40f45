/** The picker with a service that is slow, fails, limits requests or cannot be reached. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { stateOf, waitForState } from '../support/picker/drivers.ts'
import { bankForm, type FailingService, startFailingService, startShop } from '../support/picker/shop.ts'
import { waitUntil } from '../support/wait-until.ts'

const retrying = 'The list of banks cannot be reached. Trying again …'

async function openShop(
  t: TestContext,
  body = bankForm('required'),
): Promise<{ page: Page; service: FailingService; messages: string[] } | undefined> {
  const visitor = await openPage(t)
  if (!visitor) return undefined
  const service = await startFailingService(t)
  await visitor.page.goto(await startShop(t, { service: service.url, body }))
  await visitor.page.evaluate("customElements.whenDefined('bank-picker').then(() => true)")
  return { page: visitor.page, service, messages: visitor.messages }
}

const openList = async (page: Page): Promise<void> => {
  await page.locator('bank-picker').click()
  await waitForState(page, 'the list is open', ({ isOpen, options }) => isOpen && options.length > 0)
}

const fail =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end('A sentence.')
    return true
  }

for (const [what, fault] of [
  ['fails', fail(503)],
  ['drops connections', (response: ServerResponse) => Boolean(response.destroy())],
  [
    'sends half a response',
    (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"banks":[')
      response.destroy()
      return true
    },
  ],
] as const) {
  test(`while the service ${what}, the last list stays, a message says so, and the picker tries again by itself`, async (t) => {
    const shop = await openShop(t)
    if (!shop) return
    const { page, service } = shop
    await openList(page)
    const { options } = await stateOf(page)
    service.fault = fault
    await page.keyboard.type('gtb')
    const failing = await waitForState(page, 'the message', ({ status }) => status === retrying)
    assert.deepEqual(failing.options, options)
    assert.equal(await page.evaluate("document.querySelector('bank-picker').validationMessage"), retrying)
    // The user does not wait, and the bank is chosen when the service is back.
    await page.keyboard.press('Enter')
    service.fault = () => false
    await waitForState(page, 'the bank is chosen', ({ value }) => value === '000013')
  })
}

test('a bank of the last list can be chosen while the service fails', async (t) => {
  const shop = await openShop(t)
  if (!shop) return
  const { page, service } = shop
  await openList(page)
  const { options } = await stateOf(page)
  service.fault = fail(500)
  await page.keyboard.type('a')
  await waitForState(page, 'the message', ({ status }) => status === retrying)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const { text, value } = await stateOf(page)
  assert.equal(text, options[0])
  assert.notEqual(value, '')
})

test('after a 429, no key sends a request before Retry-After is over', async (t) => {
  const shop = await openShop(t)
  if (!shop) return
  const { page, service } = shop
  await openList(page)
  let limitedAt = 0
  let nextAt = 0
  const seen = Promise.withResolvers<void>()
  service.fault = async (response) => {
    if (limitedAt > 0) {
      nextAt ||= performance.now()
      await seen.promise
      return false
    }
    limitedAt = performance.now()
    return fail(429, { 'Retry-After': '2' })(response)
  }
  await page.keyboard.type('g')
  await waitForState(page, 'the message', ({ status }) => status === retrying)
  seen.resolve()
  await page.keyboard.type('tb')
  // The first list of a country has the same bank first, so the request has to be seen too.
  await waitForState(page, 'the results', ({ options }) => nextAt > 0 && options[0] === 'GTBank')
  // The timers of the browser may be a few milliseconds early.
  assert.ok(nextAt - limitedAt > 1900, `${nextAt - limitedAt} ms`)
})

test('with a slow service, Enter chooses the first result when it arrives, and a newer text cancels the older request', async (t) => {
  const shop = await openShop(t)
  if (!shop) return
  const { page, service } = shop
  await openList(page)
  const held: { response: ServerResponse; release(): void }[] = []
  service.fault = (response) => new Promise((resolve) => held.push({ response, release: () => resolve(false) }))
  await page.keyboard.type('z')
  await waitUntil('the first request', () => held.length === 1)
  await page.keyboard.type('enith')
  await page.keyboard.press('Enter')
  const isForText = (): boolean => service.requests.at(-1)?.includes('q=zenith&') === true
  await waitUntil('the request for the whole text', isForText)
  await waitUntil('the first request is cancelled', () => held[0]?.response.destroyed === true)
  assert.equal((await stateOf(page)).value, '')
  service.fault = () => false
  for (const { release } of held) release()
  await waitForState(page, 'the bank is chosen', ({ value }) => value === '000015')
})

test('a name that the user types in full is chosen even if the results arrive after Tab', async (t) => {
  const shop = await openShop(t)
  if (!shop) return
  const { page, service } = shop
  await page.locator('bank-picker').focus()
  let release = (): void => {}
  service.fault = () =>
    new Promise((resolve) => {
      release = () => resolve(false)
    })
  // Not one of the best-known banks, which may be loaded already.
  await page.keyboard.type('fbn mortgages')
  await waitUntil(
    'the request for the whole text',
    () => service.requests.at(-1)?.includes('q=fbn+mortgages&') === true,
  )
  await page.keyboard.press('Tab')
  assert.equal((await stateOf(page)).value, '')
  service.fault = () => false
  release()
  await waitForState(page, 'the bank is chosen', ({ value, text }) => value !== '' && text === 'FBN Mortgages')
})

test('a request that can never succeed is not repeated, and the console has the sentence of the service', async (t) => {
  const shop = await openShop(t, bankForm().replace('ng_nip', 'ng_nap'))
  if (!shop) return
  const { page, service, messages } = shop
  await page.locator('bank-picker').click()
  await waitForState(page, 'the message', ({ status }) => status === 'The list of banks cannot be loaded.')
  assert.ok(
    messages.some((message) => message.includes('<bank-picker>: Invalid value "ng_nap"')),
    messages.join('\n'),
  )
  // Longer than the pause before a repetition. A later timer of the page cannot end before an earlier, shorter one.
  await page.evaluate('new Promise((done) => setTimeout(done, 1500))')
  assert.equal(service.requests.length, 1)
  assert.equal(await page.evaluate("document.querySelector('form').checkValidity()"), true, 'the field is optional')
})

test('offline, the picker keeps the value and tries again as soon as the browser is online', async (t) => {
  const shop = await openShop(t, bankForm('value="000013"'))
  if (!shop) return
  const { page } = shop
  await waitForState(page, 'the name is shown', ({ text }) => text === 'GTBank')
  await page.context().setOffline(true)
  await page.locator('bank-picker').focus()
  await page.keyboard.press('ArrowDown')
  const offline = await waitForState(page, 'the message', ({ status }) => status === retrying)
  assert.equal(offline.value, '000013')
  assert.equal(await page.evaluate("document.querySelector('form').checkValidity()"), true)
  await page.context().setOffline(false)
  await waitForState(page, 'the list', ({ options, active }) => options.length > 0 && active === 0)
})

test('an element that is removed while it loads stops its requests, and nothing of it stays in memory', async (t) => {
  const shop = await openShop(t)
  if (!shop) return
  const { page, service } = shop
  const held: ServerResponse[] = []
  service.fault = (response) => {
    held.push(response)
    return true
  }
  await page.locator('bank-picker').click()
  await waitUntil('a request', () => held.length === 1)
  await page.evaluate(`(() => {
    const picker = document.querySelector('bank-picker')
    globalThis.removed = new WeakRef(picker)
    picker.remove()
  })()`)
  await waitUntil('the request is cancelled', () => held[0]?.destroyed === true)
  const session = await page.context().newCDPSession(page)
  await waitUntil('the element is collected', async () => {
    await session.send('HeapProfiler.collectGarbage')
    return page.evaluate<boolean>('removed.deref() === undefined')
  })
  assert.equal(service.requests.length, 1)
})
