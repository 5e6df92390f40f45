/** The penalty of each bank: active banks come before other banks, unless the others match much better. */
import { bankStatuses, bankTypes } from '../../records/bank-record.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import { penalties } from '../ranking-weights.ts'

const byStatus = bankStatuses.map((status) => penalties.status[status])
const officialInstitution = bankTypes.indexOf('official_institution')

/** Indexed by bank: the penalty, which is subtracted from the score. */
export function createPenalties({ count, types, statusOf }: BankTable): Float64Array {
  const byBank = new Float64Array(count)
  for (let bank = 0; bank < count; bank++) {
    const penaltyOfType = types[bank] === officialInstitution ? penalties.officialInstitution : 0
    byBank[bank] = (byStatus[statusOf(bank)] as number) + penaltyOfType
  }
  return byBank
}
