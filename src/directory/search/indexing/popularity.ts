/**
 * How likely users are to mean a bank. Search uses its popularity, which is mostly between 0 and 1, so that it never
 * outweighs a better match. Lists are sorted by its prominence, in which the ranks of `data/ranks.json` come first.
 */
import type { BankRecord } from '../../records/bank-record.ts'
import { type CountryRanks, ranksMax } from '../../records/country-ranks.ts'
import { popularityWeights } from '../ranking-weights.ts'

export interface PopularityScores {
  popularity: number
  /** Above `prominenceMin` and below `prominenceMax`. */
  prominence: number
}

export const prominenceMin = -1
export const prominenceMax = ranksMax + 3

/** Higher than the popularity of any bank. */
const rankedProminenceMin = 2

/**
 * `ranks`: the largest country first. The prominence of a ranked bank is a whole number for its place, so that in a
 * region every country's first bank comes before every second one, plus a fraction for the size of its country. A bank
 * that is not active has no rank, and its place stays empty.
 */
export function createPopularityScorer(ranks: readonly CountryRanks[]): (record: BankRecord) => PopularityScores {
  const rankById = new Map(
    ranks.flatMap(({ banks }, country) => banks.map((id, place) => [id, { place, size: 1 - country / ranks.length }])),
  )
  return (record) => {
    const rank = record.status === 'active' ? rankById.get(record.id) : undefined
    const estimate = scorePopularity(record)
    if (rank === undefined) return { popularity: estimate, prominence: estimate }
    const { place, size } = rank
    const { min, bonus } = popularityWeights.ranked
    return {
      popularity: Math.max(estimate, min) + bonus * (1 - place / ranksMax),
      prominence: rankedProminenceMin + (ranksMax - 1 - place) + size,
    }
  }
}

/**
 * Estimates popularity from the record. A large bank has many codes, a BIC and an LEI of its own. In a group that
 * operates in many countries, `reach` marks the bank that users mean if the query names no country.
 */
function scorePopularity({ codes = [], bic, lei, confidence, reach, type }: BankRecord): number {
  const currentCodes = codes.filter(({ status }) => status === undefined).length
  let score = 0
  if (bic !== undefined) score += popularityWeights.bic
  if (lei !== undefined) score += popularityWeights.lei
  if (confidence === 'high') score += popularityWeights.highConfidence
  if (reach !== undefined) score += popularityWeights.reach
  if (type === 'commercial_bank') score += popularityWeights.commercialBank
  if (type === 'foreign_branch') score += popularityWeights.foreignBranch
  const codeShare = Math.min(1, Math.log2(1 + currentCodes) / popularityWeights.codesLog2Max)
  return codeShare * popularityWeights.codes + score
}
