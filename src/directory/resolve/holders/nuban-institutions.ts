/** The Nigerian institutions whose codes enter the check digit of an account number (NUBAN). */

import type { Indexes } from '../../indexes.ts'
import type { BankRecord } from '../../records/bank.ts'

/** A bank, and a code of it that enters the check digit of its accounts. */
export interface NubanInstitution {
  bank: number
  code: string
}

/** The codes of the payment system (`ng_nip`) do not enter the check digit. */
export const nubanSchemes = new Set(['ng_cbn', 'ng_cbn_ofi'])

/**
 * The surest and best known first. Accounts keep the number they were opened with: those of a bank that was taken over
 * are now at its successor.
 */
export function nubanInstitutionsOf({ banks, search: { popularity: renown } }: Indexes): NubanInstitution[] {
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
  return institutions.sort((a, b) => a.doubts - b.doubts || (renown[b.bank] as number) - (renown[a.bank] as number))
}

const isOpen = (status: BankRecord['status']): boolean => status === 'active' || status === 'unverified'
