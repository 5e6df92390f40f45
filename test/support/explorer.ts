/** Opens the explorer in a browser for a test, and names its parts. */
import type { TestContext } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { AppOptions } from '../../src/http/app.ts'
import { desktop, openPage, type Visitor } from './browser.ts'
import { startService } from './services/service.ts'
import { waitUntil } from './wait-until.ts'

export interface ExplorerPage extends Visitor {
  /** URL of the service. */
  url: string
  field: Locator
  status: Locator
  /** The rows of the list that are rendered. */
  rows: Locator
  answer: Locator
  card: Locator
  /** Waits for an announcement to screen readers that starts with the text. Announcements before it are forgotten. */
  announced(start: string): Promise<void>
  /** Types into the field and waits until the status line says so many banks for the text. */
  search(text: string): Promise<void>
  /** Opens a path of the service and waits until the script has taken over the page. */
  open(path: string): Promise<void>
}

/** Returns undefined and skips the test if there is no browser. */
export async function openExplorer(
  t: TestContext,
  { browser = desktop, service }: { browser?: BrowserContextOptions; service?: Partial<AppOptions> } = {},
): Promise<ExplorerPage | undefined> {
  const visitor = await openPage(t, browser)
  if (!visitor) return undefined
  const { url } = await startService(t, service)
  const { page } = visitor
  await page.addInitScript(watchAnnouncements)
  const field = page.getByRole('combobox', { name: 'Name, city, code, IBAN or account number' })
  const status = page.locator('#status')
  return {
    ...visitor,
    url,
    field,
    status,
    rows: page.locator('#list [role=row][aria-rowindex]'),
    answer: page.getByRole('region', { name: 'Answer' }),
    card: page.getByRole('region', { name: 'Bank', exact: true }),
    announced: async (start) => {
      // `page.waitForFunction` cannot be used: if it has to wait, the content security policy stops it.
      const isAnnounced = `announcements.some((text) => text.startsWith(${JSON.stringify(start)}))`
      await waitUntil(`"${start}" is announced`, () => page.evaluate<boolean>(isAnnounced))
      await page.evaluate('announcements.length = 0')
    },
    search: async (text) => {
      await field.fill(text)
      await status.filter({ hasText: `for “${text}”` }).waitFor()
    },
    open: async (path) => {
      await page.goto(`${url}${path}`)
      await taken(page)
    },
  }
}

/** Runs in the page. Announcements are erased after two seconds, which a busy machine may miss. */
const watchAnnouncements = `
  globalThis.announcements = []
  new MutationObserver((changes) => {
    const region = document.getElementById('announcement')
    if (changes.some(({ target }) => region?.contains(target))) announcements.push(region.textContent)
  }).observe(document, { subtree: true, childList: true, characterData: true })`

/** Waits until the script has taken over the page. */
export const taken = (page: Page): Promise<void> => page.locator('html.script').waitFor({ state: 'attached' })

/** What a JavaScript expression about the element with the focus gives, such as `id` or `textContent`. */
export const focused = (page: Page, expression: string): Promise<string> =>
  page.evaluate(`document.activeElement.${expression}`)

/** Id of the bank in the active row. */
export const activeBank = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    "document.getElementById(document.getElementById('query').getAttribute('aria-activedescendant'))?.dataset.bank",
  )

/** What the page keeps in the history and in its storage, as JSON. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])')
