/** The Nigerian institutions whose codes the check digit of an account number (NUBAN) covers. */

import type { Indexes } from '../../indexes.ts'
import type { BankRecord } from '../../records/bank.ts'

/** A bank, and one of the codes that the check digit of its accounts covers. */
export interface NubanInstitution {
  bank: number
  code: string
}

/** Schemes whose codes the check digit covers. The codes of the payment system (`ng_nip`) are not covered. */
export const nubanSchemes = new Set(['ng_cbn', 'ng_cbn_ofi'])

/**
 * Most reliable and most popular first. Accounts keep their number after a merger, so the codes of a bank that was
 * taken over lead to its successor.
 */
export function listNubanInstitutions({ banks, search: { popularity } }: Indexes): NubanInstitution[] {
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
  return institutions.sort(
    (a, b) => a.doubts - b.doubts || (popularity[b.bank] as number) - (popularity[a.bank] as number),
  )
}

const isOpen = (status: BankRecord['status']): boolean => status === 'active' || status === 'unverified'
