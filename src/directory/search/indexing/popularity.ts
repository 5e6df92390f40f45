/** The popularity of a bank: how likely a search means it, from 0 to 1, as far as its record tells. */
import type { BankRecord } from '../../records/bank.ts'

/**
 * A large bank has many codes, a BIC and an LEI of its own. In a group that works in many countries, `reach` names the bank
 * that is meant when a query names no country.
 */
export function scorePopularity({ codes = [], bic, lei, confidence, reach, type }: BankRecord): number {
  const currentCodes = codes.filter(({ status }) => status === undefined).length
  let score = 0
  if (bic !== undefined) score += 0.15
  if (lei !== undefined) score += 0.1
  if (confidence === 'high') score += 0.03
  if (reach !== undefined) score += 0.5
  if (type === 'commercial_bank') score += 0.1
  if (type === 'foreign_branch') score -= 0.1
  return Math.min(1, Math.log2(1 + currentCodes) / 7) * 0.35 + score
}
