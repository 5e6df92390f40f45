import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, isAxeRunFor, layoutShift, openPage, phone, seriousProblems } from '../support/browser.ts'
import { startService } from '../support/services/service.ts'

const pages = [
  '/coverage',
  '/docs',
  '/docs/1.0/',
  '/docs/1.0/bank-picker',
  '/docs/1.0/lookups',
  '/docs/1.0/data',
  '/docs/1.0/errors',
  '/docs/1.0/production',
  '/docs/1.0/containers',
  '/docs/1.0/reference',
  '/news',
  '/nowhere',
]

for (const [size, options] of Object.entries({ phone, desktop })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`documentation, coverage and news are accessible: ${size}, ${colorScheme}`, async (t) => {
      const visitor = await openPage(t, { ...options, colorScheme })
      if (!visitor) return
      const { url } = await startService(t)
      const isAxeRun = isAxeRunFor(size, colorScheme)
      for (const path of pages) {
        await visitor.page.goto(`${url}${path}`)
        if (isAxeRun) assert.deepEqual(await seriousProblems(visitor.page), [], path)
        assert.equal(await layoutShift(visitor.page), 0, path)
        const overflow: number = await visitor.page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(overflow, 0, `${path} scrolls sideways`)
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

test('the documentation works by keyboard alone', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { url } = await startService(t)
  const { page } = visitor
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')
  await page.goto(`${url}/docs/1.0/`)
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to content')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  for (let presses = 0; presses < 40 && (await focused()) !== 'Keys'; presses++) await page.keyboard.press('Tab')
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
