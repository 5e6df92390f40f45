/** Pages in a real browser: Debian's Chromium, driven over its protocol. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { wholeFile } from './file-end.ts'
import { isLong } from './repetitions.ts'
import { deadlineMs } from './wait-until.ts'

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 900 } }

export interface Visitor {
  page: Page
  /** What the page wrote to the console, and what it failed at. */
  messages: string[]
  /** Every address that was asked for. */
  requests: string[]
}

/** One for a test file; each page has a context of its own, with its own storage and cache. */
let browser: Promise<Browser> | undefined

function openBrowser(): Promise<Browser> {
  browser ??= chromium
    .launch({ executablePath: program as string, args: ['--no-sandbox'], timeout: deadlineMs })
    .then((opened) => {
      wholeFile.after(() => opened.close())
      return opened
    })
  return browser
}

/** Undefined where there is no browser: then the test is skipped, loudly, and fails where nothing may be skipped. */
export async function openPage(t: TestContext, options: BrowserContextOptions = desktop): Promise<Visitor | undefined> {
  if (program === undefined) {
    const message = 'No Chromium was found (Debian: apt-get install chromium), so no page was tried in a browser.'
    assert.ok(!process.env.CI, message)
    process.stderr.write(`${message}\n`)
    t.skip(message)
    return undefined
  }
  const context = await (await openBrowser()).newContext({
    ...options,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  t.after(() => context.close())
  context.setDefaultTimeout(deadlineMs)
  const page = await context.newPage()
  const visitor: Visitor = { page, messages: [], requests: [] }
  page.on('console', (message) => visitor.messages.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => visitor.messages.push(String(error)))
  page.on('request', (request) => visitor.requests.push(request.url()))
  await page.addInitScript(watchShifts)
  return visitor
}

/** Runs in the page, before anything of its own. */
const watchShifts = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** How far what was there has moved without anybody having done anything. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * axe-core takes most of the time of these tests. What it finds depends on the size or on the colours, hardly on both, so
 * `npm test` runs it with each size and each colour scheme once, and `npm run test:long` with each pair.
 */
export const isAxeRunFor = (size: string, colorScheme: 'light' | 'dark'): boolean =>
  isLong || (size === 'phone') === (colorScheme === 'light')

/** What axe-core holds for a serious or critical problem on the page as it stands. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // Through the protocol: the page itself may run no script but its own.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    // Without selectors, and with violations only: to describe every element that passes takes longer than to check it.
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  })
}

/** By how many pixels the page is wider than the window. */
export const overflow = ({ page }: Visitor): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
