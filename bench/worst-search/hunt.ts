/** Hunts for expensive searches: tries random ones first, then hill climbing, by small changes to the worst of them. */
import type { SearchRequest } from './expensive-searches.ts'
import { createRandom } from './random.ts'
import { createTexts } from './texts.ts'

export interface MeasuredSearch {
  request: SearchRequest
  cost: number
}

export interface Hunt {
  /** Words of the banks' names; `common` are those in very many names. */
  words: readonly string[]
  common: readonly string[]
  countries: readonly string[]
  /** A careful measurement takes longer. */
  measure(request: SearchRequest, isCareful: boolean): number
  seed: number
  seconds: number
  /** Vary only the text, not the other parameters. */
  isTextOnly: boolean
}

const worstCount = 24
/** The share of the time for random texts; the rest is for changes to the worst. */
const randomShare = 0.35

export function hunt({ words, common, countries, measure, seed, seconds, isTextOnly }: Hunt): MeasuredSearch[] {
  const random = createRandom(seed)
  const { below, pick } = random
  const texts = createTexts(words, common, random)
  const worst: MeasuredSearch[] = []
  const started = performance.now()
  const elapsedShare = (): number => (performance.now() - started) / 1000 / seconds

  const randomParameters = (): Omit<SearchRequest, 'text'> => ({
    country: below(3) === 0 ? pick(countries) : '',
    status: pick(['any', 'any', 'active', 'closed']),
    offset: pick([0, 0, 0, below(1001), 1000]),
    limit: pick([10, 10, 1, 100]),
    has: pick(['', '', 'code', 'bic']),
    facets: pick(['', '', 'all']),
  })
  const defaults = { country: '', status: 'any', offset: 0, limit: 10, has: '', facets: '' } as const

  const tryRequest = (request: SearchRequest): void => {
    const lowest = worst.length < worstCount ? 0 : (worst.at(-1) as MeasuredSearch).cost
    if (measure(request, false) <= lowest) return
    // Measure again: another process may have disturbed the first measurement.
    const cost = measure(request, true)
    if (cost <= lowest || worst.some((other) => isSame(other.request, request))) return
    worst.push({ request, cost })
    worst.sort((a, b) => b.cost - a.cost)
    worst.length = Math.min(worst.length, worstCount)
  }

  while (elapsedShare() < randomShare) {
    tryRequest({ text: texts.random(), ...(isTextOnly ? defaults : randomParameters()) })
  }
  while (elapsedShare() < 1) {
    const { request } = worst[Math.min(below(worst.length), below(worst.length))] as MeasuredSearch
    const changesText = isTextOnly || below(4) > 0
    tryRequest({ ...request, ...(changesText ? { text: texts.changed(request.text) } : randomParameters()) })
  }
  return worst
}

const isSame = (one: SearchRequest, other: SearchRequest): boolean => JSON.stringify(one) === JSON.stringify(other)
