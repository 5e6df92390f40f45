/** The first visit to one page: what it transfers, and when something is to be seen. */
import type { Browser } from 'playwright-core'
import { openPhone } from './phone.ts'

export interface VisitedPage {
  name: string
  /** Paths to try in this order: the first that the service has is visited, because versions have other addresses. */
  paths: readonly string[]
  /** The text for which people come to the page. */
  shows?: string
}

/** Times in milliseconds since the navigation. */
export interface Visit {
  requests: number
  kilobytes: number
  firstPaintMs: number
  largestPaintMs: number
  /** When the text that people come for is on the page. */
  textMs: number | undefined
  /** The sum of all layout shifts that no input caused. */
  layoutShift: number
  /** Processor time of the main thread until the page is at rest. */
  mainThreadMs: number
}

/** A page that takes longer is broken, or does not show its text. */
const measuredMsMax = 60_000

interface PageTimes {
  first: number
  largest: number
  text: number | null
  shift: number
}

export const pages: readonly VisitedPage[] = [
  { name: '/', paths: [''] },
  { name: '/?q=access', paths: ['?q=access'], shows: 'Access Bank' },
  { name: '/banks/ng-gtbank', paths: ['banks/ng-gtbank', '?bank=ng-gtbank'], shows: '000013' },
  { name: '/countries/ng', paths: ['countries/ng', '?country=ng'], shows: 'CBN bank code' },
  { name: 'docs: search', paths: ['docs/1.0/search'] },
  { name: 'docs: reference', paths: ['docs/1.0/reference'] },
]

/** Returns the address of the first path that the service has. */
export async function findPage(service: URL, { paths }: VisitedPage): Promise<URL> {
  for (const path of paths) {
    const address = new URL(path, service)
    const { ok } = await fetch(address, { headers: { accept: 'text/html' } })
    if (ok) return address
  }
  throw new Error(`${service} has none of these pages: ${paths.join(', ')}`)
}

export async function measureVisit(browser: Browser, address: URL, { shows }: VisitedPage): Promise<Visit> {
  const phone = await openPhone(browser, watchPaints(shows))
  try {
    await phone.page.goto(String(address))
    await phone.page.evaluate('whenMeasured()')
    await phone.untilQuiet()
    const times = await phone.page.evaluate<PageTimes>('measuredTimes')
    const { requests, bytes } = phone.traffic
    return {
      requests,
      kilobytes: bytes / 1000,
      firstPaintMs: times.first,
      largestPaintMs: times.largest,
      // The text is found in the frame before it is painted.
      textMs: times.text === null ? undefined : Math.max(times.first, times.text),
      layoutShift: times.shift,
      mainThreadMs: await phone.mainThreadMs(),
    }
  } finally {
    await phone.close()
  }
}

/** Looks for the text once per frame while the page changes, because reading the text makes the browser lay it out. */
const watchPaints = (text: string | undefined): string => `
  globalThis.measuredTimes = { first: 0, largest: 0, text: null, shift: 0 }
  const observe = (type, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') measuredTimes.first = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => { measuredTimes.largest = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) measuredTimes.shift += entry.value })
  const wanted = ${JSON.stringify(text ?? null)}
  const look = () => {
    if (document.body?.innerText.includes(wanted)) measuredTimes.text = performance.now()
    else requestAnimationFrame(look)
  }
  if (wanted !== null) requestAnimationFrame(look)
  const isMeasured = () =>
    measuredTimes.first > 0 && measuredTimes.largest > 0 && (wanted === null || measuredTimes.text !== null)
  globalThis.whenMeasured = async () => {
    while (!isMeasured()) {
      if (performance.now() > ${measuredMsMax}) throw new Error('Not measured: ' + JSON.stringify(measuredTimes))
      await new Promise(requestAnimationFrame)
    }
    await new Promise(requestIdleCallback)
  }`
