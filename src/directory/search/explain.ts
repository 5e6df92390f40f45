/** Breaks down a bank's score for a query into its parts. A tool for developers: the service does not use it. */
import type { ScoreParts } from './ranking/query-runner.ts'
import type { RewriteObserver, Search, SearchOptions } from './search.ts'
import { comparedMax } from './search-limits.ts'

/**
 * `total` is the score by which the bank is ranked. The `requiredGain` of the rewrite is already subtracted from it.
 */
export interface Explanation extends ScoreParts {
  /** The words of the rewritten query that gave the bank this score. */
  rewrite: readonly string[]
  requiredGain: number
  /**
   * Position in the results, starting at 1. Undefined if the bank is not among the best candidates, which are the only
   * ones that get a name score.
   */
  rank: number | undefined
}

export function explain(
  search: Search,
  text: string,
  bank: number,
  options: Omit<SearchOptions, 'limit'>,
): Explanation {
  const explanations: Explanation[] = []
  const observe: RewriteObserver = ({ words: rewrite, requiredGain }, runner) => {
    const parts = runner.explain(bank)
    explanations.push({ ...parts, total: parts.total - requiredGain, rewrite, requiredGain, rank: undefined })
  }
  const { best } = search(text, { ...options, limit: comparedMax }, observe)
  const at = best.findIndex((hit) => hit.bank === bank)
  const ranking = explanations.find(({ total }) => total === best[at]?.score) ?? explanations[0]
  return { ...(ranking as Explanation), rank: at < 0 ? undefined : at + 1 }
}
