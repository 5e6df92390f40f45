/**
 * Users filter by confidence: `high` is for what a recent publication says and no other contradicts. A file without dated
 * rows says nothing recent, however new the file is.
 */
import { isRecent, newestRowDate } from '../../ages-of-lists.ts'
import { standingOf } from '../../conflicts/standing.ts'
import { type Finding, isOpen, type LintedData, ofBank, type Rule } from '../rule.ts'

export const confidence: Rule = {
  name: 'confidence',
  summary: 'High confidence needs a publication, a confirmed bank and a code that is not disputed.',
  find,
}

function* find({ banks, sources }: LintedData): Iterable<Finding> {
  const newest = newestRowDate(sources.values())
  const isRecentPublication = (id: string): boolean => {
    const source = sources.get(id)
    // A source that is not there is the matter of another rule.
    return source === undefined || (standingOf(source, undefined) !== 'community' && isRecent(source, newest))
  }
  for (const placed of banks) {
    const { confidence: level, status, sources: own, codes } = placed.bank
    if (level !== 'high') continue
    const mend = 'say medium or low, or add the source that settles it'
    if (status === 'unverified') yield ofBank(placed, 'is unverified with high confidence', mend)
    if (own.every((source) => source === 'curated')) {
      yield ofBank(placed, 'has high confidence and no publication among its sources', mend)
    } else if (isOpen(placed) && !own.some(isRecentPublication)) {
      yield ofBank(placed, 'is open with high confidence, but on no publication of the last 24 months', mend)
    }
    if (codes?.every((code) => code.status === 'unconfirmed')) {
      yield ofBank(placed, 'has high confidence, but each of its codes is unconfirmed', mend)
    }
  }
}
