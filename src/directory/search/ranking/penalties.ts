/** The penalty of each bank: an active bank comes before another one, unless that one matches much better. */
import { bankStatuses, bankTypes } from '../../records/bank.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import { penalties } from './ranking-weights.ts'

const byStatus = bankStatuses.map((status) => penalties.status[status])
const officialInstitution = bankTypes.indexOf('official_institution')

/** By bank: subtracted from its score. */
export const createPenalties = ({ count, types, statusOf }: BankTable): Float64Array =>
  Float64Array.from({ length: count }, (_, bank) => {
    const penaltyOfType = types[bank] === officialInstitution ? penalties.officialInstitution : 0
    return (byStatus[statusOf(bank)] as number) + penaltyOfType
  })
