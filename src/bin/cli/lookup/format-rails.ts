/** Writes payment rails as one line of text. */
import type { BankDetail } from '../../../directory/records/bank-record.ts'

/** Returns for example "us_ach yes (as of 2023-03-01), us_fednow not known"; null if there are no rails. */
export const formatRails = (rails: BankDetail['rails']): string | null => rails.map(formatRail).join(', ') || null

function formatRail({ rail, reachable, as_of }: BankDetail['rails'][number]): string {
  if (reachable === null) return `${rail} not known`
  return `${rail} ${reachable ? 'yes' : 'no'}${as_of === null ? '' : ` (as of ${as_of})`}`
}
