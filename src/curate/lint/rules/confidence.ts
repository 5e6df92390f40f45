/** Whoever filters by confidence relies on it: `high` is for what a publication says and no other contradicts. */
import { type Finding, type LintedData, ofBank, type Rule } from '../rule.ts'

export const confidence: Rule = {
  name: 'confidence',
  summary: 'High confidence needs a publication, a confirmed bank and a code that is not disputed.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const placed of banks) {
    const { confidence: level, status, sources, codes } = placed.bank
    if (level !== 'high') continue
    const mend = 'say medium or low, or add the source that settles it'
    if (status === 'unverified') yield ofBank(placed, 'is unverified with high confidence', mend)
    if (sources.every((source) => source === 'curated')) {
      yield ofBank(placed, 'has high confidence and no publication among its sources', mend)
    }
    if (codes?.every((code) => code.status === 'unconfirmed')) {
      yield ofBank(placed, 'has high confidence, but each of its codes is unconfirmed', mend)
    }
  }
}
