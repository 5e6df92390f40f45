/** Users filter by confidence, so `high` is only for facts that a publication states and no other contradicts. */
import { finding, type Rule } from '../rule.ts'

export const confidence: Rule = {
  name: 'confidence',
  summary: 'High confidence needs a publication, a confirmed bank and an undisputed code.',
  *findInBank(located) {
    const { confidence: level, status, sources, codes } = located.bank
    if (level !== 'high') return
    const fix = 'set medium or low, or add a source that settles it'
    if (status === 'unverified') yield finding(located, 'is unverified with high confidence', fix)
    if (sources.every((source) => source === 'curated')) {
      yield finding(located, 'has high confidence and no publication among its sources', fix)
    }
    if (codes?.every((code) => code.status === 'unconfirmed')) {
      yield finding(located, 'has high confidence, but each of its codes is unconfirmed', fix)
    }
  },
}
