/** Typing into the explorer: the time from a key to the paint of the results for the text typed so far. */
import type { Browser } from 'playwright-core'
import { openPhone, type Phone } from './phone.ts'

/** Typed letter by letter, each after the results for the letters before it. */
const texts = ['access bank', 'commerzbank', 'sparkasse']
/** How many rows must be the expected ones: those that are in sight first. */
const rowsCompared = 3
/** A key without results for so long ends the measurement of a text. */
const keyTimeoutMs = 20_000

/** What the page should show after a key. */
interface Expected {
  /** The ids of the first banks. */
  rows: string[]
  /** False if the rows are the same as before the key, so that their arrival cannot be seen. */
  isNew: boolean
}

/** Both in milliseconds. */
export interface Key {
  /** From the key to the paint of its results. */
  paintMs: number
  /** Processor time of the main thread until the page is at rest again. */
  mainThreadMs: number
}

/** Returns an entry for each key that changed the results. */
export async function measureTyping(browser: Browser, service: URL): Promise<Key[]> {
  const keys: Key[] = []
  for (const text of texts) {
    const expected = await expectedRows(service, text)
    const phone = await openPhone(browser, watchRows)
    try {
      await phone.page.goto(String(service))
      await phone.untilQuiet()
      keys.push(...(await typeText(phone, text, expected)))
    } finally {
      await phone.close()
    }
  }
  return keys
}

/** Asks the service itself, without the throttled network, for the results of each prefix of the text. */
async function expectedRows(service: URL, text: string): Promise<Expected[]> {
  const expected: Expected[] = []
  for (let length = 1; length <= text.length; length++) {
    const query = new URLSearchParams({ q: text.slice(0, length).trim(), limit: '20' })
    const response = await fetch(new URL(`v1/search?${query}`, service))
    const { banks } = (await response.json()) as { banks: { id: string }[] }
    const rows = banks.slice(0, rowsCompared).map(({ id }) => id)
    expected.push({ rows, isNew: String(rows) !== String(expected.at(-1)?.rows) })
  }
  return expected
}

async function typeText(phone: Phone, text: string, expected: readonly Expected[]): Promise<Key[]> {
  const { page } = phone
  const keys: Key[] = []
  await page.locator('input[name=q]:visible').first().focus()
  for (const [at, { rows, isNew }] of expected.entries()) {
    const before = await phone.mainThreadMs()
    await page.evaluate(`expectRows(${JSON.stringify(rows)})`)
    await page.keyboard.press(text.charAt(at) === ' ' ? 'Space' : text.charAt(at))
    const paintMs = await page.evaluate<number | null>('rowsPainted')
    if (paintMs === null) {
      console.log(`${page.url()}: no results for "${text.slice(0, at + 1)}" within ${keyTimeoutMs / 1000} s`)
      break
    }
    // Let the page finish its work, so that the next key is measured on its own.
    await phone.untilQuiet()
    if (isNew) keys.push({ paintMs, mainThreadMs: (await phone.mainThreadMs()) - before })
  }
  return keys
}

/**
 * Recognises the results by their links, whatever the markup: `/banks/<id>` or `?bank=<id>`. A frame is painted when the
 * message that its animation callback sends arrives.
 */
const watchRows = `
  const idOf = (link) => /(?:[/]banks[/]|[?&]bank=)([a-z0-9-]+)/.exec(link.getAttribute('href'))?.[1]
  const visibleRows = (count) => {
    const ids = []
    for (const link of document.querySelectorAll('a[href*="bank"]')) {
      const id = idOf(link)
      if (id === undefined || ids.includes(id) || !link.checkVisibility()) continue
      if (ids.push(id) === count) break
    }
    return String(ids)
  }
  let keyTime = 0
  addEventListener('keydown', ({ timeStamp }) => { keyTime = timeStamp }, true)
  const afterPaint = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = act
    port2.postMessage(undefined)
  })
  globalThis.expectRows = (rows) => {
    keyTime = 0
    globalThis.rowsPainted = new Promise((resolve) => {
      const look = () => {
        if (keyTime === 0 || visibleRows(rows.length) !== String(rows)) return
        observer.disconnect()
        removeEventListener('input', look)
        afterPaint(() => resolve(performance.now() - keyTime))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      addEventListener('input', look)
      setTimeout(resolve, ${keyTimeoutMs}, null)
    })
  }`
