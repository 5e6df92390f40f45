/** Failed requests: what the explorer says, and how it recovers by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, holdRequests } from '../support/browser.ts'
import { type ExplorerPage, focused, openExplorer } from '../support/explorer.ts'
import { waitUntil } from '../support/wait-until.ts'

const notice = (page: Page) => page.locator('#list-notice')

/** Opens the explorer with results for "zenith" and a clock that stands still until the test moves it. */
async function openWithResults(t: Parameters<typeof openExplorer>[0]): Promise<ExplorerPage | undefined> {
  const explorer = await openExplorer(t)
  if (!explorer) return undefined
  await explorer.page.clock.install()
  await explorer.open('/')
  await explorer.search('zenith')
  await explorer.page.clock.pauseAt(Date.now() + 60_000)
  return explorer
}

/** Types a text, and lets the time pass after which the explorer searches. */
async function type({ page, field }: ExplorerPage, text: string): Promise<void> {
  await field.fill(text)
  await page.clock.runFor(100)
}

test('while the service cannot be reached, the old list stays dimmed, the status line is empty, and it retries', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, rows, status } = explorer
  const shown = await rows.allTextContents()
  let attempts = 0
  await page.route('**/v1/search?*', (route) => {
    attempts++
    return route.abort('connectionrefused')
  })
  await type(explorer, 'gtbank')
  await notice(page).getByText('Cannot reach the service').waitFor()
  assert.equal(await status.textContent(), '')
  assert.deepEqual(await rows.allTextContents(), shown)
  assert.ok(await page.locator('#list[data-stale]').isVisible())
  // The countdown is in the button: after 1, 2, 5 and then every 10 seconds.
  const button = notice(page).getByRole('button')
  for (const [at, seconds] of [1, 2, 5, 10, 10].entries()) {
    await button.filter({ hasText: `Try again in ${seconds} s` }).waitFor()
    assert.equal(attempts, at + 1)
    const repeated = page.waitForEvent('requestfailed')
    for (let second = 0; second < seconds; second++) await page.clock.runFor(1000)
    await repeated
  }
  await button.filter({ hasText: 'Try again in 10 s' }).waitFor()
  await page.clock.runFor(4000)
  await button.filter({ hasText: 'Try again in 6 s' }).waitFor()
  // axe-core needs timers.
  await page.clock.resume()
  assert.deepEqual(await accessibilityProblems(page), [])
  // The service is back.
  await page.unroute('**/v1/search?*')
  await page.clock.runFor(10_000)
  await status.filter({ hasText: 'for “gtbank”' }).waitFor()
  assert.equal(await notice(page).isVisible(), false)
  assert.equal(await page.locator('#list[data-stale]').count(), 0)
  await explorer.field.press('Enter')
  await explorer.card.getByRole('heading', { name: 'GTBank' }).waitFor()
})

test('the explorer retries as soon as the browser is online, and on a click', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, status } = explorer
  await page.context().setOffline(true)
  await type(explorer, 'gtbank')
  await notice(page).getByText('Cannot reach the service').waitFor()
  await page.context().setOffline(false)
  await status.filter({ hasText: 'for “gtbank”' }).waitFor()
  await page.route('**/v1/search?*', (route) => route.abort())
  await type(explorer, 'access')
  const button = notice(page).getByRole('button')
  await button.waitFor()
  await page.unroute('**/v1/search?*')
  // The clock stands still, so only the click can repeat the request.
  await button.click()
  await status.filter({ hasText: 'for “access”' }).waitFor()
})

test('a click and a new search end the countdown of the failed request', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, status, requests } = explorer
  await page.route('**/v1/search?*', (route) => route.abort())
  await type(explorer, 'gtbank')
  const button = notice(page).getByRole('button')
  await button.filter({ hasText: 'Try again in 1 s' }).waitFor()
  await page.unroute('**/v1/search?*')
  const release = await holdRequests(page, '**/v1/search?*')
  const sent = (text: string): number => requests.filter((address) => address.includes(`/search?q=${text}`)).length
  const repeated = page.waitForRequest(/q=gtbank/)
  await button.click()
  await repeated
  await page.clock.runFor(5000)
  assert.equal(sent('gtbank'), 2)
  const requested = page.waitForRequest(/q=access/)
  await type(explorer, 'access')
  await requested
  await page.clock.runFor(5000)
  assert.deepEqual([sent('gtbank'), sent('access')], [2, 1])
  release()
  await status.filter({ hasText: 'for “access”' }).waitFor()
  assert.deepEqual([sent('gtbank'), sent('access')], [2, 1])
})

test('a rate limit is counted down in the button, and not retried earlier', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, status } = explorer
  let attempts = 0
  await page.route('**/v1/search?*', (route) => {
    attempts++
    return route.fulfill({
      status: 429,
      headers: { 'error-code': 'rate_limited', 'retry-after': '7', 'content-type': 'text/plain' },
      body: 'Rate limit exceeded: this address may send 600 requests per minute; try again in 7 s.',
    })
  })
  await type(explorer, 'deutsche bank')
  await notice(page).getByText('Too many requests from your network').waitFor()
  assert.equal(await status.textContent(), '')
  const button = notice(page).getByRole('button', { name: 'Try again in 7 s' })
  await button.waitFor()
  assert.ok(await button.isDisabled())
  // The sentence of the API is a detail.
  const details = notice(page).locator('details')
  assert.equal(await details.getByText('Rate limit exceeded').isVisible(), false)
  await details.locator('summary').click()
  assert.ok(await details.getByText('Rate limit exceeded').isVisible())
  await page.evaluate("dispatchEvent(new Event('online'))")
  await page.clock.runFor(6000)
  await notice(page).getByRole('button', { name: 'Try again in 1 s' }).waitFor()
  assert.equal(attempts, 1)
  await page.unroute('**/v1/search?*')
  await page.clock.runFor(1000)
  await status.filter({ hasText: 'for “deutsche bank”' }).waitFor()
})

test('a hidden page does not retry', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, status, requests } = explorer
  await page.route('**/v1/search?*', (route) => route.abort())
  await type(explorer, 'gtbank')
  await notice(page).getByRole('button', { name: 'Try again in 1 s' }).waitFor()
  await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
  await page.clock.runFor(60_000)
  await page.unroute('**/v1/search?*')
  await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'visible' })")
  await page.clock.runFor(1000)
  await status.filter({ hasText: 'for “gtbank”' }).waitFor()
  assert.equal(requests.filter((address) => address.includes('/search?q=gtbank')).length, 2)
})

test('a slow response dims the old list, whose codes cannot be copied, and the status line says so', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, field, status } = explorer
  const release = await holdRequests(page, '**/v1/search?q=gtbank*')
  const requested = page.waitForRequest(/q=gtbank/)
  await field.fill('gtbank')
  await page.clock.runFor(100)
  await requested
  assert.match((await status.textContent()) ?? '', /zenith/)
  assert.equal(await page.locator('#list[aria-busy]').count(), 0)
  await page.clock.runFor(300)
  await page.locator('#list[aria-busy=true]').waitFor()
  assert.equal(await status.textContent(), 'Searching…')
  const copy = page.locator('#results .copy').first()
  await copy.dispatchEvent('click')
  await field.press('ArrowDown')
  await page.keyboard.press('c')
  assert.equal(await page.locator('[data-copied]').count(), 0)
  await field.fill('gtbank')
  release()
  await status.filter({ hasText: 'for “gtbank”' }).waitFor()
  assert.equal(await page.locator('#list[aria-busy]').count(), 0)
})

test('a failed card has a notice of its own, and recovers', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, card, rows } = explorer
  const title = await page.title()
  await page.route('**/v1/banks/*', (route) =>
    route.fulfill({ status: 503, headers: { 'error-code': 'responses_busy' } }),
  )
  await rows.nth(3).getByRole('link').click()
  await card.getByText('The service is busy').waitFor()
  await page.unroute('**/v1/banks/*')
  await page.clock.runFor(1000)
  await card.getByRole('heading', { name: /Zenith/ }).waitFor()
  await waitUntil('the card has the focus', async () => /Zenith/.test(await focused(page, 'textContent')))
  assert.notEqual(await page.title(), title)
})

test('an unknown bank is explained to people, without a retry', async (t) => {
  const explorer = await openWithResults(t)
  if (!explorer) return
  const { page, card, rows } = explorer
  await page.route('**/v1/banks/*', (route) =>
    route.fulfill({
      status: 404,
      headers: { 'error-code': 'bank_unknown' },
      body: 'Unknown bank "x"; use an id from a list such as GET /v1/banks?country=ng.',
    }),
  )
  await rows.nth(3).getByRole('link').click()
  await card.getByText('There is no bank at this address').waitFor()
  assert.equal(await card.getByRole('button', { name: /Try again/ }).count(), 0)
  assert.equal(await card.getByText('GET /v1/banks').isVisible(), false)
})

test('a request without a response fails after 15 seconds, but a slow body may take longer', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, rows } = explorer
  await page.clock.install()
  // Playwright cannot hold back the body of a response, so the page does.
  await page.addInitScript(`{
    const send = fetch
    const held = Promise.withResolvers()
    globalThis.release = held.resolve
    globalThis.fetch = async (address, options) => {
      const response = await send(address, options)
      if (!String(address).includes('/v1/banks?')) return response
      const bytes = await response.arrayBuffer()
      globalThis.isReceived = true
      return new Response(new ReadableStream({
        async start(stream) {
          options.signal.addEventListener('abort', () => stream.error(options.signal.reason))
          await held.promise
          stream.enqueue(new Uint8Array(bytes))
          stream.close()
        },
      }))
    }
  }`)
  await explorer.open('/countries/gh?sort=name')
  await waitUntil('the list is received', () => page.evaluate<boolean>('Boolean(globalThis.isReceived)'))
  await page.clock.runFor(60_000)
  assert.equal(await page.locator('#country-notice').isVisible(), false)
  await page.evaluate('release()')
  await page.locator('.letters button').first().waitFor()
  assert.match(await rows.first().evaluate((row) => row.id), /^row-gh-/)
  await page.route('**/v1/search?*', () => undefined)
  await page.clock.pauseAt(Date.now() + 600_000)
  const requested = page.waitForRequest(/q=zenith/)
  await explorer.field.fill('zenith')
  await page.clock.runFor(100)
  await requested
  await page.clock.runFor(14_000)
  assert.equal(await notice(page).isVisible(), false)
  await page.clock.runFor(1000)
  await notice(page).getByText('Cannot reach the service').waitFor()
})

test('a response that cannot be copied is announced', async (t) => {
  const explorer = await openExplorer(t)
  if (!explorer) return
  const { page, card, announced } = explorer
  const button = card.getByRole('button', { name: 'Copy JSON' })
  await explorer.open('/banks/ng-gtbank')
  await page.route('**/v1/banks/*', (route) => route.abort())
  await button.click()
  await announced('Not copied. Cannot reach the service')
  await page.unroute('**/v1/banks/*')
  await page.route('**/v1/banks/*', (route) =>
    route.fulfill({ status: 429, headers: { 'error-code': 'rate_limited' }, body: 'Rate limit exceeded.' }),
  )
  await button.click()
  await announced('Not copied. Too many requests')
  await page.unroute('**/v1/banks/*')
  await button.click()
  await announced('Copied')
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    (await (await fetch(`${explorer.url}/v1/banks/ng-gtbank`)).text()).trim(),
  )
  assert.deepEqual(
    explorer.messages.filter((message) => !message.includes('Failed to load resource')),
    [],
  )
})
