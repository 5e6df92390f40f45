/**
 * Reports high confidence without sufficient evidence. Users filter by confidence, so `high` requires a publication
 * that states the facts, and no publication that contradicts them.
 */
import { ownSource } from '../../../../../src/directory/records/source.ts'
import type { Rule } from '../rule.ts'

export const confidence: Rule = {
  name: 'confidence',
  summary: 'High confidence requires a publication, a verified bank and an undisputed code.',
  *findInBank({ confidence: level, status, sources, codes }) {
    if (level !== 'high') return
    const fix = 'lower the confidence, or add a source that settles it'
    if (status === 'unverified') yield ['confidence is high, but the bank is unverified', fix]
    if (sources.every((source) => source === ownSource)) {
      yield ['confidence is high, but no source is a publication', fix]
    }
    if (codes?.every((code) => code.status === 'unconfirmed')) {
      yield ['confidence is high, but every code is unconfirmed', fix]
    }
  },
}
