/** The penalty of each bank: active banks come before other banks, unless the others match much better. */
import { bankStatuses, bankTypes } from '../../records/bank.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import { penalties } from './ranking-weights.ts'

const byStatus = bankStatuses.map((status) => penalties.status[status])
const officialInstitution = bankTypes.indexOf('official_institution')

/** Indexed by bank: the penalty, which is subtracted from the score. */
export const createPenalties = ({ count, types, statusOf }: BankTable): Float64Array =>
  Float64Array.from({ length: count }, (_, bank) => {
    const penaltyOfType = types[bank] === officialInstitution ? penalties.officialInstitution : 0
    return (byStatus[statusOf(bank)] as number) + penaltyOfType
  })
