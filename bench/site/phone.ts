/** A throttled phone: Debian's Chromium with a small window, a slow network and a slow processor. */
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

/** "Slow 4G" of Chrome's developer tools and of Lighthouse. The latency is added to every request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const cpuSlowdown = 4
const window = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const timeoutMs = 120_000
/** Longer than a slow processor needs between the arrival of a script and the first request of that script. */
const quietMs = 1_500

export interface Traffic {
  requests: number
  /** Headers and compressed bodies of all responses. */
  bytes: number
}

export interface Phone {
  page: Page
  traffic: Traffic
  /** Waits until no request has been under way for `quietMs`. */
  untilQuiet(): Promise<void>
  /**
   * The processor time of the page's main thread so far, in ms. It counts the slowdown, but not the time in which other
   * programs run, so it varies less than the times of paints.
   */
  mainThreadMs(): Promise<number>
  close(): Promise<void>
}

export function openBrowser(): Promise<Browser> {
  const names = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome']
  const program = names.map((name) => `/usr/bin/${name}`).find(existsSync)
  if (program === undefined) throw new Error('Chromium is missing (Debian: apt-get install chromium).')
  return chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
}

/** Opens a page with an empty cache. `script` runs in the page before its own scripts. */
export async function openPhone(browser: Browser, script: string): Promise<Phone> {
  const context = await browser.newContext(window)
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { traffic, untilQuiet } = await watchTraffic(session)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(script)
  const mainThreadMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  return { page, traffic, untilQuiet, mainThreadMs, close: () => context.close() }
}

async function watchTraffic(session: CDPSession): Promise<Pick<Phone, 'traffic' | 'untilQuiet'>> {
  const traffic = { requests: 0, bytes: 0 }
  const underWay = new Set<string>()
  let changedMs = performance.now()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // Inlined images are requests too, but they cost nothing.
    if (!request.url.startsWith('http')) return
    traffic.requests++
    underWay.add(requestId)
    changedMs = performance.now()
  })
  const end = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }): void => {
    traffic.bytes += encodedDataLength
    underWay.delete(requestId)
    changedMs = performance.now()
  }
  session.on('Network.loadingFinished', end)
  session.on('Network.loadingFailed', ({ requestId }) => end({ requestId }))
  await session.send('Network.enable')
  const isQuiet = (): boolean => underWay.size === 0 && performance.now() - changedMs > quietMs
  return {
    traffic,
    untilQuiet: async () => {
      while (!isQuiet()) await setTimeout(100)
    },
  }
}
