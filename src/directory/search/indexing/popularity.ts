/**
 * The popularity of a bank: how likely users are to mean it, estimated from its record. It is mostly between 0 and 1.
 */
import type { BankRecord } from '../../records/bank.ts'
import { popularityWeights } from '../ranking/ranking-weights.ts'

/**
 * A large bank has many codes, a BIC and an LEI of its own. In a group that operates in many countries, `reach` marks
 * the bank that users mean if the query names no country.
 */
export function scorePopularity({ codes = [], bic, lei, confidence, reach, type }: BankRecord): number {
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
