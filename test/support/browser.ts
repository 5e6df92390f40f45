/** Opens pages in a real browser: Debian's Chromium, driven by Playwright. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { checkProgram, findPrograms } from './programs.ts'
import { isLong } from './repetitions.ts'
import { deadlineMs } from './wait-until.ts'
import { wholeFile } from './whole-file-context.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 900 } }

export interface Visitor {
  page: Page
  /** Console output and uncaught errors of the page. */
  messages: string[]
  /** The URL of every request. */
  requests: string[]
}

/** One browser per test file; each page has its own context, with its own storage and cache. */
let browser: Promise<Browser> | undefined

function openBrowser(): Promise<Browser> {
  browser ??= chromium
    .launch({ executablePath: checkProgram('chromium').path, args: ['--no-sandbox'], timeout: deadlineMs })
    .then((opened) => {
      wholeFile.after(() => opened.close())
      return opened
    })
  return browser
}

/** Returns undefined and skips the test if there is no browser. */
export async function openPage(t: TestContext, options: BrowserContextOptions = desktop): Promise<Visitor | undefined> {
  if (!findPrograms(t, 'chromium')) return undefined
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

/** Holds back the requests to a URL until the returned function is called. The page may cancel them before that. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return release
}

/** Runs in the page before its own scripts. */
const watchShifts = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Cumulative layout shift: how far content moved without user input. */
export async function layoutShift(page: Page): Promise<number> {
  await twoFrames(page)
  return page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
}

/** Waits until what was changed before has been laid out and drawn. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The colour schemes that a size is tested with. axe-core takes long, and its findings depend on the size or on the
 * colours, hardly on both: `npm test` uses each size and each colour scheme once, and `npm run test:long` all pairs.
 */
export function colorSchemesFor(size: string): readonly ('light' | 'dark')[] {
  if (isLong) return ['light', 'dark']
  return size === 'phone' ? ['light'] : ['dark']
}

/** The serious and critical findings of axe-core on the page in its present state. */
export const seriousProblems = (page: Page): Promise<string[]> => accessibilityProblems(page, ['serious', 'critical'])

/** The findings of axe-core with one of these impacts. */
export async function accessibilityProblems(
  page: Page,
  impacts = ['minor', 'moderate', 'serious', 'critical'],
): Promise<string[]> {
  // Over the browser protocol, because the content security policy allows only the page's own scripts.
  await page.evaluate(axe)
  return page.evaluate(async (wanted) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    // No selectors, and violations only: describing the elements that pass takes longer than checking them.
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false })
    return violations
      .filter(({ impact }) => wanted.includes(String(impact)))
      .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  }, impacts)
}

/** How many pixels the page is wider than the window. */
export const overflow = ({ page }: Visitor): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
