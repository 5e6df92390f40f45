/** Examples in the documentation: language tabs, copying, and live requests. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { desktop, layoutShifts, openPage, phone, seriousProblems, type Visitor } from '../support/browser.ts'
import { startPathProxy } from '../support/services/path-proxy.ts'
import { startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The example of a section. */
const exampleIn = (page: Page, heading: string): Locator =>
  page.locator('.row', { has: page.locator('h2', { hasText: heading }) }).locator('.example')

const visibleCode = (example: Locator): Locator => example.locator('.panel:visible pre')

const tab = (example: Locator, name: string): Locator => example.getByRole('tab', { name, exact: true })

async function openDocument(
  t: TestContext,
  path: string,
  options = {},
): Promise<(Visitor & { url: string }) | undefined> {
  const visitor = await openPage(t, { ...desktop, ...options })
  if (!visitor) return undefined
  const { url } = await startService(t)
  await visitor.page.goto(`${url}${path}`)
  return { ...visitor, url }
}

test('a language tab applies to all examples and is remembered on other pages, without a shift', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups')
  if (!visitor) return
  const { page, url } = visitor
  const [first, other] = [exampleIn(page, 'Supported countries'), exampleIn(page, 'Get a bank')]
  assert.match((await visibleCode(first).textContent()) ?? '', /^curl /)
  await tab(first, 'Python').click()
  assert.match((await visibleCode(first).textContent()) ?? '', /^import json/)
  assert.match((await visibleCode(other).textContent()) ?? '', /^import json/)
  assert.equal(await tab(other, 'Python').getAttribute('aria-selected'), 'true')
  assert.equal(await tab(other, 'curl').getAttribute('aria-selected'), 'false')

  await page.goto(`${url}/docs/1.0/search`)
  assert.match((await page.locator('.panel:visible pre').first().textContent()) ?? '', /^import json/)
  assert.deepEqual(await layoutShifts(page), [])
})

test('tabs follow the arrow keys, and only the selected one is in the tab order', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups')
  if (!visitor) return
  const { page } = visitor
  const example = exampleIn(page, 'Supported countries')
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
  await tab(example, 'curl').focus()
  for (const [key, name] of [
    ['ArrowRight', 'TypeScript'],
    ['End', 'Go'],
    ['ArrowRight', 'curl'],
    ['ArrowLeft', 'Go'],
    ['Home', 'curl'],
  ] as const) {
    await page.keyboard.press(key)
    assert.equal(await focused(), name)
    assert.equal(await tab(example, name).getAttribute('aria-selected'), 'true')
  }
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Run')
})

test('on a phone, choosing a language keeps the tabs in their place on the screen', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups', phone)
  if (!visitor) return
  const { page } = visitor
  const example = exampleIn(page, 'Get a bank')
  await example.scrollIntoViewIfNeeded()
  const topOf = async (): Promise<number> => (await tab(example, 'Go').boundingBox())?.y ?? Number.NaN
  const before = await topOf()
  await tab(example, 'Go').click()
  assert.match((await visibleCode(example).textContent()) ?? '', /^package main/)
  assert.ok(Math.abs((await topOf()) - before) < 2)
})

test('the copy button copies the visible code', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups')
  if (!visitor) return
  const { page, url } = visitor
  const example = exampleIn(page, 'Supported countries')
  const copy = example.locator('.tabs [data-copy-code]')
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
  await copy.click()
  await waitUntil('the curl command is copied', async () => (await copied()).startsWith('curl '))
  assert.equal(await copied(), `curl ${url}/v1/supported-countries/`)
  await tab(example, 'PHP').click()
  await copy.click()
  await waitUntil('the PHP example is copied', async () => (await copied()).startsWith('<?php'))
  assert.equal(await copied(), await visibleCode(example).textContent())
})

const title = (example: Locator): Locator => example.locator('.output .code-title')

test('Run sends the request of the example to this service and shows the response', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups')
  if (!visitor) return
  const { page, url } = visitor
  const example = exampleIn(page, 'Banks in a country')
  const [request] = await Promise.all([
    page.waitForRequest(`${url}/v1/banks`),
    example.getByRole('button', { name: 'Run' }).click(),
  ])
  assert.equal(request.method(), 'POST')
  assert.equal(request.postData(), '{"country":"gh"}')
  await title(example).getByText('Live response').waitFor()
  assert.match((await title(example).textContent()) ?? '', /^Live response 200 [\d,]+ ms · [\d.]+ kB$/)
  const shown = (await example.locator('.output pre').textContent()) ?? ''
  assert.match(shown, /^\{\n {2}"country": "GH",\n/)
  assert.match(shown, /… \d+ more/)
  // The whole response is copied, also the part that is not shown.
  await example.locator('.output').getByRole('button', { name: 'Copy' }).click()
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
  await waitUntil('the response is copied', async () => (await copied()).startsWith('{'))
  const whole = JSON.parse(await copied())
  assert.equal(whole.banks.length, whole.count)
  assert.deepEqual(await seriousProblems(page), [])
})

test('every request that needs no key can be run, and gets the status on the page', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  let count = 0
  for (const path of [
    'lookups',
    'search',
    'resolve',
    'errors',
    'changes',
    'check-accounts',
    'limits',
    'mcp',
    'reference',
  ]) {
    await page.goto(`${url}/docs/1.0/${path}`)
    const examples = await page.locator('.example:has(.run:visible)').all()
    assert.ok(examples.length > 0, path)
    for (const example of examples) {
      const badge = example.locator('.output .http-status')
      const expected = (await badge.count()) > 0 ? await badge.textContent() : '200'
      await example.locator('.run').click()
      await title(example).getByText('Live response').waitFor()
      assert.equal(
        await badge.textContent(),
        expected,
        `${path}: ${await example.locator('pre').first().textContent()}`,
      )
      count++
    }
  }
  assert.ok(count >= 30, `only ${count} requests`)
})

test('Run works behind a proxy with a path', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url, forwardTo } = await startPathProxy(t, '/bank/lookup')
  const { port } = await startService(t, { baseUrl: url })
  forwardTo(port)
  const { page } = visitor
  await page.goto(`${url}/docs/1.0/search`)
  const example = page.locator('.example:has(.run)').first()
  assert.ok((await example.locator('pre').first().textContent())?.includes(`'${url}/v1/search?`))
  const [request] = await Promise.all([page.waitForRequest(/\/v1\/search/), example.locator('.run').click()])
  assert.ok(request.url().startsWith(`${url}/v1/search?`))
  await title(example).getByText('Live response 200').waitFor()
})

test('a failure, a rate limit and a cancelled request are explained', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/search')
  if (!visitor) return
  const { page } = visitor
  const example = page.locator('.example:has(.run)').first()
  const run = example.locator('.run')

  await page.route('**/v1/search?*', (route) => route.abort())
  await run.click()
  await example.getByText('The service did not respond.').waitFor()
  assert.equal(await title(example).textContent(), 'No response')

  await page.unroute('**/v1/search?*')
  await page.route('**/v1/search?*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '12', 'content-type': 'text/plain' }, body: 'Too many' }),
  )
  await run.click()
  await example.getByText('You have reached the rate limit. Run the request again in 12 seconds.').waitFor()
  assert.equal(await example.locator('.http-status').textContent(), '429')

  await page.unroute('**/v1/search?*')
  await page.route('**/v1/search?*', () => {})
  await run.click()
  await example.getByRole('button', { name: 'Cancel' }).click()
  await title(example).getByText('Cancelled').waitFor()
  assert.equal(await run.textContent(), 'Run')
})

test('without JavaScript, all languages are shown one below the other, and no button is', async (t) => {
  const visitor = await openDocument(t, '/docs/1.0/lookups', { javaScriptEnabled: false })
  if (!visitor) return
  const { page } = visitor
  const example = exampleIn(page, 'Get a bank')
  assert.deepEqual(await example.locator('.panel-label:visible').allTextContents(), [
    'curl',
    'TypeScript',
    'fetch',
    'Python',
    'PHP',
    'Go',
  ])
  assert.equal(await example.locator('.panel pre:visible').count(), 6)
  assert.equal(await page.locator('.example button:visible').count(), 0)
})
