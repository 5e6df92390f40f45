import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accessibilityProblems,
  colorSchemesFor,
  desktop,
  layoutShifts,
  openPage,
  overflow,
  phone,
  twoFrames,
} from '../support/browser.ts'
import { startService } from '../support/services/service.ts'
import { startSlowProxy } from '../support/services/slow-proxy.ts'

const pages = [
  '/coverage',
  '/docs/1.0/',
  '/docs/1.0/bank-picker',
  '/docs/1.0/lookups',
  '/docs/1.0/data',
  '/docs/1.0/countries',
  '/docs/1.0/countries/ng',
  '/docs/1.0/countries/us',
  '/docs/1.0/schemes',
  '/docs/1.0/errors',
  '/docs/1.0/production',
  '/docs/1.0/reference',
  '/news',
  '/nowhere',
  '/sources',
]

/** Identifiers in tables that are broken over two lines. */
const brokenIdentifiers = `
  [...document.querySelectorAll('td code, .field-head code')]
    .filter((code) => code.getClientRects().length > 1)
    .map((code) => code.textContent)`

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of colorSchemesFor(size)) {
    test(`documentation, coverage and news are accessible, do not move, and do not scroll sideways: ${size}, ${colorScheme}`, async (t) => {
      const visitor = await openPage(t, { ...options, colorScheme })
      if (!visitor) return
      const { url } = await startService(t)
      for (const path of pages) {
        await visitor.page.goto(`${url}${path}`)
        assert.deepEqual(await layoutShifts(visitor.page), [], `${path} moved`)
        assert.equal(await overflow(visitor), 0, `${path} scrolls sideways`)
        if (size === 'phone') {
          await visitor.page.setViewportSize({ width: 320, height: 640 })
          assert.equal(await overflow(visitor), 0, `${path} scrolls sideways at 320 pixels`)
          assert.deepEqual(await visitor.page.evaluate(brokenIdentifiers), [], path)
          await visitor.page.setViewportSize(phone.viewport)
        }
        assert.deepEqual(await accessibilityProblems(visitor.page), [], path)
      }
      assert.ok(visitor.requests.every((address) => address.startsWith(`${url}/`)))
      // Chromium reports the missing page itself.
      assert.deepEqual(
        visitor.messages.filter((message) => !message.includes('404')),
        [],
      )
    })
  }
}

test('nothing moves while a page arrives in pieces', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const slowUrl = await startSlowProxy(t, url)
  const { page } = visitor
  for (const path of ['/docs/1.0/production', '/?q=access', '/countries/ng', '/docs/1.0/lookups']) {
    await page.goto(`${slowUrl}${path}`)
    assert.deepEqual(await layoutShifts(page), [], path)
  }
  // The examples have the address that the reader uses.
  assert.equal(await page.locator('pre', { hasText: `curl ${slowUrl}/v1/supported-countries/` }).count(), 1)
  assert.doesNotMatch(await page.locator('main').innerText(), /localhost:8080/)
})

test('wide screens show contents, text and example next to each other; the reference is in sight at 1024 by 768', async (t) => {
  const visitor = await openPage(t, { viewport: { width: 1440, height: 900 } })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const boxOf = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector)
  await page.goto(`${url}/docs/1.0/lookups`)
  const [contents, text, example] = [
    await boxOf('.contents'),
    await boxOf('.row > .text'),
    await boxOf('.example-side'),
  ]
  assert.ok(contents.x + contents.width <= text.x)
  assert.ok(text.x + text.width <= example.x)
  // The example stays in sight next to a long text.
  const { height } = await boxOf('.row > .text:last-child')
  await page.evaluate(`scrollTo(0, ${text.y + height / 2})`)
  const moved = await boxOf('.example-side')
  assert.ok(moved.y >= 0 && moved.y < 100, `${moved.y}`)

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${url}/docs/1.0/records`)
  const reference = await boxOf('.contents a[href$="/reference"]')
  const current = await boxOf('.contents [aria-current=page]')
  assert.equal(reference.height, 28)
  // The contents scroll to the current page.
  assert.ok(current.y > 0 && current.y + current.height <= 768, `${current.y}`)
  await page.goto(`${url}/docs/1.0/`)
  assert.ok((await boxOf('.contents a[href$="/reference"]')).y < 300)
})

test('the contents mark the section after a click, a deep link, scrolling and at the end of the page', async (t) => {
  const visitor = await openPage(t, { viewport: { width: 1440, height: 900 } })
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const isMarked = (id: string): Promise<void> =>
    page.locator(`.contents [href="#${id}"][aria-current=location]`).waitFor()
  const marked = page.locator('.contents [aria-current=location]')
  await page.goto(`${url}/docs/1.0/reference`)
  for (const id of ['get-v1-search', 'get-v1-supported-countries', 'post-v1-resolve', 'get-v1-changes']) {
    await page.locator(`.contents [href="#${id}"]`).click()
    await isMarked(id)
    assert.equal(await marked.count(), 1)
  }
  await page.goto(`${url}/docs/1.0/reference#get-v1-banks-id`)
  await isMarked('get-v1-banks-id')
  // The marked entry stays in sight in the contents.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const last = page.locator('.contents ul ul a').last()
  await isMarked((await last.getAttribute('href'))?.slice(1) ?? '')
  const box = await last.boundingBox()
  assert.ok(box && box.y > 0 && box.y + box.height <= 900, JSON.stringify(box))
  await page.evaluate('scrollTo(0, 0)')
  await marked.waitFor({ state: 'detached' })

  // Sections at the end of a page are too short to reach the top of the window.
  await page.goto(`${url}/docs/1.0/limits`)
  for (const link of await page.locator('.contents ul ul a').all()) {
    await link.click()
    await isMarked((await link.getAttribute('href'))?.slice(1) ?? '')
    assert.equal(await marked.count(), 1)
  }
})

test('on a phone, the contents are folded at the top', async (t) => {
  const visitor = await openPage(t, phone)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  await page.goto(`${url}/docs/1.0/lookups`)
  const menu = page.getByText('Contents', { exact: true })
  const heading = await page.locator('h1').boundingBox()
  assert.ok(((await menu.boundingBox())?.y ?? 1000) < (heading?.y ?? 0))
  assert.ok((heading?.y ?? 1000) < 250)
  const link = page.locator('.contents-menu').getByRole('link', { name: 'Resolve' })
  assert.ok(!(await link.isVisible()))
  await menu.click()
  await link.click()
  await page.waitForURL(`${url}/docs/1.0/resolve`)
})

test('the documentation works by keyboard alone', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')
  await page.goto(`${url}/docs/1.0/`)
  await twoFrames(page)
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to content')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  for (let presses = 0; presses < 60 && (await focused()) !== 'Keys'; presses++) await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Keys')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs/1.0/keys`)
  assert.equal(await page.locator('h1').textContent(), 'Keys')
  // Code that is wider than the page can be scrolled by keyboard.
  for (let presses = 0; presses < 60; presses++) {
    if ((await page.evaluate('document.activeElement.tagName')) === 'PRE') break
    await page.keyboard.press('Tab')
  }
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'PRE')
})
