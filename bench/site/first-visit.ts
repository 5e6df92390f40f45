/**
 * The site on a throttled phone: requests, bytes, first and largest contentful paint and layout shift of a first visit to
 * each kind of page, and the time from a key to the results while typing into the explorer. With `--against`, two services
 * alternate, so that other load on the machine affects both.
 *
 * Usage: npx node bench/site/first-visit.ts <address> [--against <address>] [--rounds 5] [--pages pattern]
 * Start each service with `RATE_LIMIT=off`.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { median } from '../median.ts'
import { openBrowser } from './phone.ts'
import { type Key, measureTyping } from './typing.ts'
import { findPage, measureVisit, pages, type Visit, type VisitedPage } from './visit.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string', default: '' },
  },
})
const services = [positionals[0], values.against].filter((text) => text !== undefined).map((text) => new URL(text))
if (services.length === 0) throw new Error('Usage: npx node bench/site/first-visit.ts <address> [--against <address>]')
const rounds = Number(values.rounds)
const selected = new RegExp(values.pages)

/** For each service, one entry per round. */
type Rounds<Measured> = Measured[][]

async function report(opened: Browser): Promise<void> {
  console.log(`slow 4G, processor 4 times slower, 390 x 844; medians of ${rounds} first visits, empty cache`)
  console.log(`load before: ${loads()}`)
  console.log(services.map((service, at) => `${'AB'[at]}: ${service}`).join('\n'))
  console.log(
    'page                  requests      kB   first paint   largest paint   text   main thread   layout shift',
  )
  for (const page of pages.filter(({ name }) => selected.test(name))) printVisits(page, await visitAll(opened, page))
  if (selected.test('typing')) printTyping(await inTurns((service) => measureTyping(opened, service)))
  console.log(`load after: ${loads()}`)
}

async function visitAll(opened: Browser, page: VisitedPage): Promise<Rounds<Visit>> {
  const addresses = new Map<URL, URL>()
  for (const service of services) addresses.set(service, await findPage(service, page))
  return inTurns((service) => measureVisit(opened, addresses.get(service) as URL, page))
}

/** Measures every service once per round; the order changes from round to round. */
async function inTurns<Measured>(measure: (service: URL) => Promise<Measured>): Promise<Rounds<Measured>> {
  const measured: Rounds<Measured> = services.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...services.keys()] : [...services.keys()].reverse()
    for (const at of order) measured[at]?.push(await measure(services[at] as URL))
  }
  return measured
}

function printVisits({ name }: VisitedPage, measured: Rounds<Visit>): void {
  for (const [at, visits] of measured.entries()) {
    const middle = (read: (visit: Visit) => number | undefined): number => median(visits.map((one) => read(one) ?? 0))
    const columns = [
      `${name} ${'AB'[at]}`.padEnd(20),
      middle(({ requests }) => requests)
        .toFixed(0)
        .padStart(9),
      middle(({ kilobytes }) => kilobytes)
        .toFixed(1)
        .padStart(8),
      milliseconds(
        middle(({ firstPaintMs }) => firstPaintMs),
        13,
      ),
      milliseconds(
        middle(({ largestPaintMs }) => largestPaintMs),
        15,
      ),
      milliseconds(
        middle(({ textMs }) => textMs),
        8,
      ),
      milliseconds(
        middle(({ mainThreadMs }) => mainThreadMs),
        13,
      ),
      middle(({ layoutShift }) => layoutShift)
        .toFixed(4)
        .padStart(14),
    ]
    console.log(columns.join(' '))
  }
}

function printTyping(measured: Rounds<Key[]>): void {
  console.log('typing, ms                         keys   key to paint: median   90 %   main thread')
  for (const [at, rounds] of measured.entries()) {
    const keys = rounds.flat()
    const paints = keys.map(({ paintMs }) => paintMs).toSorted((a, b) => a - b)
    const columns = [
      `typing ${'AB'[at]}`.padEnd(32),
      String(keys.length).padStart(6),
      milliseconds(median(paints) ?? 0, 22),
      milliseconds(paints[Math.floor(paints.length * 0.9)] ?? 0, 6),
      milliseconds(median(keys.map(({ mainThreadMs }) => mainThreadMs)) ?? 0, 13),
    ]
    console.log(columns.join(' '))
  }
}

/** 0 stands for a time that was not measured. */
const milliseconds = (ms: number, width: number): string => (ms === 0 ? '-' : ms.toFixed(0)).padStart(width)

const loads = (): string =>
  `${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')} on ${availableParallelism()} processors`

const browser = await openBrowser()
try {
  await report(browser)
} finally {
  await browser.close()
}
