/** Explains the score of a bank for a query, part by part. A tool for developers: the service does not use it. */
import type { SearchIndex } from './indexing/search-index.ts'
import type { Rewrite } from './query/rewrites.ts'
import type { NameScoreParts } from './ranking/name-score.ts'
import type { QueryRunner, ScoreParts } from './ranking/query-runner.ts'
import { fieldWeights } from './ranking/ranking-weights.ts'
import { comparedMax } from './ranking/search-limits.ts'
import type { Search, SearchOptions } from './search.ts'
import type { NameField } from './text/searchable-names.ts'

/**
 * `total` is the score that ranks the bank. It is the sum of all parts of the name score, `popularity` and
 * `locationBoost`, minus `penalty` and `requiredGain`.
 */
export interface Explanation {
  /** The words of the query, as the rewrite has them that ranks the bank. */
  rewrite: readonly string[]
  requiredGain: number
  /** The field of the name that matches best. */
  field: NameField
  words: WordExplanation[]
  name: NameScoreParts
  popularity: number
  penalty: number
  locationBoost: number
  total: number
  /** From 1; undefined if the bank was not among the candidates that are compared, which come first. */
  rank: number | undefined
}

/** `share * score` is what the word adds to `name.words`. */
export interface WordExplanation {
  typed: string
  /** The weight of the word as a share of the weights of all words. */
  share: number
  /** The matching word of the name; undefined if the bank matches by another name or by its location, or not at all. */
  matched: string | undefined
  similarity: number
  fieldWeight: number
  score: number
}

export function explain(
  search: Search,
  { vocabulary }: SearchIndex,
  text: string,
  bank: number,
  options: Omit<SearchOptions, 'limit'>,
): Explanation {
  const explanations: Explanation[] = []
  const observe = (rewrite: Rewrite, runner: QueryRunner): void => {
    const parts = runner.explain(bank)
    explanations.push({ ...toExplanation(parts, (word) => vocabulary.textOf(word)), ...ofRewrite(rewrite, parts) })
  }
  const { best } = search(text, { ...options, limit: comparedMax }, observe)
  const at = best.findIndex((hit) => hit.bank === bank)
  const ranking = explanations.find(({ total }) => total === best[at]?.score) ?? explanations[0]
  return { ...(ranking as Explanation), rank: at < 0 ? undefined : at + 1 }
}

const ofRewrite = ({ words, requiredGain }: Rewrite, { scored }: ScoreParts) => ({
  rewrite: words,
  requiredGain,
  total: scored.score - requiredGain,
})

function toExplanation(
  { scored: { field }, name, words, popularity, penalty, locationBoost }: ScoreParts,
  textOf: (word: number) => string,
): Omit<Explanation, 'rewrite' | 'requiredGain' | 'total'> {
  const totalWeight = words.reduce((sum, { query }) => sum + query.weight, 0)
  return {
    field,
    words: words.map(({ query, word, similarity, score }) => ({
      typed: query.text,
      share: query.weight / totalWeight,
      matched: word < 0 ? undefined : textOf(word),
      similarity,
      fieldWeight: fieldWeights[field],
      score,
    })),
    name,
    popularity,
    penalty,
    locationBoost,
    rank: undefined,
  }
}
