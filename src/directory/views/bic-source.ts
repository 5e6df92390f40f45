/**
 * Finds the list that a BIC of a bank comes from. A record has one list of sources for most of its fields, so the source
 * of a BIC is only known if the import recorded it, if a code with this BIC names it, or if no other source of the bank
 * has BICs. Otherwise any of them may be the source, and the answer is undefined.
 */
import type { BankRecord } from '../records/bank-record.ts'

export interface BicSource {
  source: string
  /** Only if it differs from the date of the source. */
  as_of?: string | undefined
}

export const bicsOf = ({ bic, other_bics = [] }: BankRecord): string[] =>
  bic === undefined ? other_bics : [bic, ...other_bics]

export function findBicSource(
  bic: string,
  bank: BankRecord,
  hasBics: (source: string) => boolean,
): BicSource | undefined {
  if (bic === bank.bic && bank.bic_source !== undefined) return { source: bank.bic_source }
  const code = bank.codes?.find((one) => one.bic === bic && hasBics(one.source))
  if (code) return { source: code.source, as_of: code.as_of }
  const [source, ...others] = bank.sources.filter(hasBics)
  return source === undefined || others.length > 0 ? undefined : { source }
}
