/** Looks for the costliest searches: random ones first, then small changes to the worst of them. */
import { openRandom } from './random.ts'
import { openTexts } from './texts.ts'
import type { Asked } from './worst.ts'

export interface Costly {
  asked: Asked
  cost: number
}

export interface Hunt {
  /** Words of the banks' names; `common` ones stand in very many. */
  words: readonly string[]
  common: readonly string[]
  countries: readonly string[]
  /** Of a search that was just made the first time, and of one that is measured with care. */
  cost(asked: Asked, isCareful: boolean): number
  seed: number
  seconds: number
  /** Which parameters beside the text may change. */
  isTextOnly: boolean
}

const herd = 24
/** A share of the time goes to random texts, the rest to changes of the worst. */
const randomShare = 0.35

export function hunt({ words, common, countries, cost, seed, seconds, isTextOnly }: Hunt): Costly[] {
  const random = openRandom(seed)
  const { below, pick } = random
  const texts = openTexts(words, common, random)
  const worst: Costly[] = []
  const started = performance.now()
  const elapsed = (): number => (performance.now() - started) / 1000 / seconds

  const parameters = (): Omit<Asked, 'text'> => ({
    country: below(3) === 0 ? pick(countries) : '',
    status: pick(['any', 'any', 'active', 'closed']),
    offset: pick([0, 0, 0, below(1001), 1000]),
    limit: pick([10, 10, 1, 100]),
  })
  const plain = { country: '', status: 'any', offset: 0, limit: 10 } as const

  const keep = (asked: Asked): void => {
    const least = worst.length < herd ? 0 : (worst.at(-1) as Costly).cost
    if (cost(asked, false) <= least) return
    // A text that was only disturbed once does not get in.
    const careful = cost(asked, true)
    if (careful <= least || worst.some((other) => isSame(other.asked, asked))) return
    worst.push({ asked, cost: careful })
    worst.sort((a, b) => b.cost - a.cost)
    worst.length = Math.min(worst.length, herd)
  }

  while (elapsed() < randomShare) keep({ text: texts.random(), ...(isTextOnly ? plain : parameters()) })
  while (elapsed() < 1) {
    const { asked } = worst[Math.min(below(worst.length), below(worst.length))] as Costly
    const isOtherText = isTextOnly || below(4) > 0
    keep({ ...asked, ...(isOtherText ? { text: texts.changed(asked.text) } : parameters()) })
  }
  return worst
}

const isSame = (one: Asked, other: Asked): boolean => JSON.stringify(one) === JSON.stringify(other)
