/** Opens pages in a real browser: Debian's Chromium, driven by Playwright. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findPrograms, skipTest } from './programs.ts'
import { isLong } from './repetitions.ts'
import { deadlineMs } from './wait-until.ts'
import { wholeProcess } from './whole-process-context.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 900 } }

export interface Visitor {
  page: Page
  /** Console output and uncaught errors of the page. */
  messages: string[]
  /** The URL of every request. */
  requests: string[]
}

/** One browser per process; each page has its own context, with its own storage and cache. */
let browser: Promise<Browser> | undefined

async function openBrowser(executablePath: string): Promise<Browser> {
  const opened = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: deadlineMs })
  wholeProcess.after(() => opened.close())
  return opened
}

/** Returns undefined and skips the test if there is no browser. */
export async function openPage(t: TestContext, options: BrowserContextOptions = desktop): Promise<Visitor | undefined> {
  const found = findPrograms(t, 'chromium')
  if (!found) return undefined
  browser ??= openBrowser(found.chromium)
  const opened = await browser.catch((error: Error) =>
    skipTest(t, `${found.chromium} does not start, so install another one: ${error.message.split('\n', 1)[0]}`),
  )
  if (!opened) return undefined
  const context = await opened.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] })
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
const watchShifts = `{
  globalThis.shifts = []
  const describe = ({ node, previousRect: from, currentRect: to }) =>
    [node?.nodeName, node?.textContent.trim().slice(0, 30), 'from', from.x, from.y, from.width, from.height,
      'to', to.x, to.y, to.width, to.height].join(' ')
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push(value + ': ' + sources.map(describe).join(', '))
  }).observe({ type: 'layout-shift', buffered: true })
}`

/** Layout shifts: content that moved without user input, with how far and what moved. */
export async function layoutShifts(page: Page): Promise<string[]> {
  await twoFrames(page)
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
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

/**
 * Runs in the page. Removes rows, list items, words of highlighted code and cards of countries after the eighth with the
 * same class: they look like the ones before, and axe-core takes seconds for them.
 */
const dropRepetitions = `{
  const counts = new Map()
  for (const element of document.querySelectorAll('tbody > tr, li, pre span, .country-card')) {
    const kinds = counts.get(element.parentNode) ?? {}
    counts.set(element.parentNode, kinds)
    const kind = element.getAttribute('class')
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (kinds[kind] > 8) element.remove()
  }
}`

/** The serious and critical findings of axe-core on the page in its present state. */
export const seriousProblems = (page: Page): Promise<string[]> => accessibilityProblems(page, ['serious', 'critical'])

/** The findings of axe-core with one of these impacts. Afterwards the page is no longer whole, except in a long run. */
export async function accessibilityProblems(
  page: Page,
  impacts = ['minor', 'moderate', 'serious', 'critical'],
): Promise<string[]> {
  // Over the browser protocol, because the content security policy allows only the page's own scripts.
  await page.evaluate(axe)
  // No selectors, and violations only: describing the elements that pass takes longer than checking them.
  const options: RunOptions = { resultTypes: ['violations'], selectors: false }
  if (!isLong) await page.evaluate(dropRepetitions)
  return page.evaluate(
    async ({ wanted, options }) => {
      const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
      const { violations } = await axe.run(options)
      return violations
        .filter(({ impact }) => wanted.includes(String(impact)))
        .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    },
    { wanted: impacts, options },
  )
}

/** How many pixels the page is wider than the window. */
export const overflow = ({ page }: Visitor): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
