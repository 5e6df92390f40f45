/**
 * The Nigerian institutions that can issue account numbers (NUBANs). The check digit of a NUBAN is computed from the
 * institution's code and the account's serial number.
 */

import * as nuban from '../../../identifiers/nuban.ts'
import type { Indexes } from '../../indexes.ts'
import type { BankRecord } from '../../records/bank-record.ts'

/** A bank, and one of the codes from which the check digits of its account numbers are computed. */
export interface NubanInstitution {
  bank: number
  code: string
}

export interface NubanInstitutions {
  all: NubanInstitution[]
  /** For each remainder of an account number (see `nuban.remainderOf`), the banks that it fits. */
  banksByRemainder: readonly (readonly number[])[]
}

/** Schemes whose codes are used to compute the check digit. The codes of the payment system (`ng_nip`) are not. */
export const nubanSchemes = new Set(['ng_cbn', 'ng_cbn_ofi'])

/**
 * Lists the institutions. Active banks with current codes come first; among equally reliable entries, better-known
 * banks come first. Accounts keep their numbers after a merger, so the code of a bank that was taken over is listed
 * with its successor.
 */
export function listNubanInstitutions({ banks, search: { prominence } }: Indexes): NubanInstitutions {
  const [from, to] = banks.ranges.get('NG') ?? [0, 0]
  const institutions: (NubanInstitution & { doubts: number })[] = []
  for (let number = from; number < to; number++) {
    const { codes = [], status, successor } = banks.recordOf(number)
    const bank = isOpen(status) ? number : successor === undefined ? undefined : banks.numberOf(successor)
    if (bank === undefined) continue
    for (const { scheme, value, status: codeStatus } of codes) {
      const doubts = (status === 'active' ? 0 : 1) + (codeStatus === undefined ? 0 : 1)
      if (nubanSchemes.has(scheme)) institutions.push({ bank, code: value, doubts })
    }
  }
  const all = institutions.sort(
    (a, b) => a.doubts - b.doubts || (prominence[b.bank] as number) - (prominence[a.bank] as number),
  )
  const byRemainder = Array.from({ length: 10 }, () => new Set<number>())
  for (const { bank, code } of all) byRemainder[nuban.remainderOfInstitution(code)]?.add(bank)
  return { all, banksByRemainder: byRemainder.map((found) => [...found]) }
}

const isOpen = (status: BankRecord['status']): boolean => status === 'active' || status === 'unverified'
