/**
 * The prominence of a bank: how likely users are to mean it. In search it is mostly between 0 and 1, so that it never
 * outweighs a better match. In lists, the ranks of `data/ranks.json` come first.
 */
import type { BankRecord } from '../../records/bank-record.ts'
import { type CountryRanks, ranksMax } from '../../records/country-ranks.ts'
import { prominenceWeights } from '../ranking-weights.ts'

export interface ProminenceScores {
  searchProminence: number
  /** Above `prominenceMin` and below `prominenceMax`. */
  prominence: number
}

export const prominenceMin = -1
export const prominenceMax = ranksMax + 3

/** Higher than the prominence of any bank without a rank. */
const rankedProminenceMin = 2

/**
 * `ranks`: the largest country first. The prominence of a ranked bank is a whole number for its place, so that in a
 * region every country's first bank comes before every second one, plus a fraction for the size of its country. A bank
 * that is not active has no rank, and its place stays empty.
 */
export function createProminenceScorer(ranks: readonly CountryRanks[]): (record: BankRecord) => ProminenceScores {
  const rankById = new Map(
    ranks.flatMap(({ banks }, country) => banks.map((id, place) => [id, { place, size: 1 - country / ranks.length }])),
  )
  return (record) => {
    const rank = record.status === 'active' ? rankById.get(record.id) : undefined
    const estimate = estimateProminence(record)
    if (rank === undefined) return { searchProminence: estimate, prominence: estimate }
    const { place, size } = rank
    const { min, bonus } = prominenceWeights.ranked
    return {
      searchProminence: Math.max(estimate, min) + bonus * (1 - place / ranksMax),
      prominence: rankedProminenceMin + (ranksMax - 1 - place) + size,
    }
  }
}

/**
 * Estimates prominence from the record. A large bank has many codes, a BIC and an LEI of its own. In a group that
 * operates in many countries, `reach` marks the bank that users mean if the query names no country.
 */
function estimateProminence({ codes = [], bic, lei, confidence, reach, type }: BankRecord): number {
  const currentCodes = codes.filter(({ status }) => status === undefined).length
  let score = 0
  if (bic !== undefined) score += prominenceWeights.bic
  if (lei !== undefined) score += prominenceWeights.lei
  if (confidence === 'high') score += prominenceWeights.highConfidence
  if (reach !== undefined) score += prominenceWeights.reach
  if (type === 'commercial_bank') score += prominenceWeights.commercialBank
  if (type === 'foreign_branch') score += prominenceWeights.foreignBranch
  const codeShare = Math.min(1, Math.log2(1 + currentCodes) / prominenceWeights.codesLog2Max)
  return codeShare * prominenceWeights.codes + score
}
