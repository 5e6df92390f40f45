/** How an ISO 20022 payment message identifies the bank of an account (`FinInstnId`). */
import type { Parts } from '../../../identifiers/verdict.ts'
import { parseWithoutCodes } from '../../records/bank-view.ts'
import { type ClearingSystem, composeMemberId } from '../../records/clearing-system.ts'
import type { Reading } from '../../resolve/reading.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { InstitutionId } from './account-check-schema.ts'
import { onlyCodeOf } from './account-parts.ts'
import type { AccountForm } from './field-check.ts'

/** Length limit of `Nm` in payment messages. */
const nameCharactersMax = 140

/**
 * `reading`: how the account or its bank was read. The bank's name and LEI are included only if the verdict is `valid`,
 * because a payment message must not name a bank that is only an indication.
 */
export function toInstitutionId(reading: Reading | null, parts: Parts, form: AccountForm): InstitutionId {
  const holder = reading?.verdict === 'valid' ? reading.holders[0] : undefined
  const bank = holder && parseWithoutCodes(form.banks.rowOf(holder.bank))
  return {
    BICFI: reading?.bic ?? null,
    ClrSysMmbId: isGone(reading) ? null : memberIdOf(parts, holder?.bank, form),
    LEI: bank?.lei ?? null,
    Nm: bank ? (bank.legal_name ?? bank.name).slice(0, nameCharactersMax) : null,
  }
}

/** Whether the code is no longer in use, or no branch in the branch list has it. */
const isGone = (reading: Reading | null): boolean =>
  reading?.verdict === 'former' || (reading?.branchChecked === true && reading.branch === null)

function memberIdOf(
  parts: Parts,
  bank: number | undefined,
  { clearingSystems, country, banks }: AccountForm,
): InstitutionId['ClrSysMmbId'] {
  const system = clearingSystems.get(country.code)
  if (!system) return null
  const memberId = composeMemberId(system, parts) ?? memberIdOfBank(bank, system, banks)
  return memberId === null ? null : { ClrSysId: { Cd: system.code }, MmbId: memberId }
}

/** If the code of the bank alone identifies the member, the directory can supply it. */
function memberIdOfBank(bank: number | undefined, system: ClearingSystem, banks: BankTable): string | null {
  if (bank === undefined || system.member_id !== '{bank_code}' || system.scheme === undefined) return null
  return composeMemberId(system, { bank_code: onlyCodeOf(banks.recordOf(bank), [system.scheme]) })
}
