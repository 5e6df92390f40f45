/** Says over which payment rails money reaches a bank, one of its codes or one of its branches. */
import type { BranchRow } from './branches/branch-table.ts'
import { memoize } from './memoize.ts'
import type { BankDetail, BankRecord } from './records/bank-record.ts'
import { type Rail, railCountries } from './records/rail-record.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export type BankRail = BankDetail['rails'][number]

/** Returns the rails of the bank with this id. */
export type RailsOf = (id: string) => BankRail[]

export type RailBank = Pick<BankRecord, 'id' | 'country'> & {
  [Key in 'codes' | 'rails' | 'rails_unknown' | 'status']?: BankRecord[Key] | undefined
}

export interface Rails {
  /** Returns the rails of a country and of the regions that it belongs to. */
  inCountry(country: string): readonly Rail[]
  /**
   * Returns the rails of the bank's country. Leaves out a rail if its list lacks the bank and does not prove that the bank
   * is not on it. Merged and closed banks have none. `code`: a value in the bank's codes. `branch`: the row of the branch.
   */
  ofBank(
    bank: RailBank,
    part?: { code?: string | undefined; branch?: Pick<BranchRow, 'rails'> | undefined },
  ): BankRail[]
}

export function createRails(
  packed: Pick<PackedDirectory, 'rails' | 'countries' | 'regions' | 'sources' | 'schemes'>,
): Rails {
  const inCountry = memoize((country: string): readonly Rail[] =>
    packed.rails.filter((rail) => railCountries(rail, [...packed.countries, ...packed.regions]).has(country)),
  )
  const isForPayments = ({ scheme }: Code): boolean => packed.schemes.get(scheme)?.use === 'payment'
  /** Some banks have thousands of codes, and resolve passes the same array for each identifier of a bank. */
  const paymentCodes = new WeakMap<readonly Code[], readonly Code[]>()
  const codesForPayments = (codes: readonly Code[]): readonly Code[] => {
    const known = paymentCodes.get(codes)
    if (known) return known
    const filtered = codes.filter(isForPayments)
    paymentCodes.set(codes, filtered)
    return filtered
  }
  return {
    inCountry,
    ofBank: (bank, { code: value, branch } = {}) => {
      if (bank.status === 'merged' || bank.status === 'closed') return []
      const codes = codesForPayments(bank.codes ?? noCodes)
      // A number of a register says nothing about rails.
      const given = codes.some((code) => code.value === value) ? value : undefined
      const hasCode = codes.some(({ status }) => status === undefined)
      return inCountry(bank.country).flatMap((rail): BankRail[] => {
        const { id, complete, level, letter = '' } = rail
        const code = codeOnRail(codes, rail, level === 'code' ? given : undefined)
        const cell = level === 'branch' ? branch?.rails : undefined
        const isOn =
          code !== undefined || (cell == null ? bank.rails?.includes(id) : cell === '' || cell.includes(letter))
        if (!isOn && (rail.source === undefined || bank.rails_unknown?.includes(id))) {
          return [{ rail: id, reachable: null, as_of: null, source: null }]
        }
        // Lists name banks by their codes, so a bank without a code may be on the list. A branch may be there under the
        // prefix of another bank.
        // The codes of a scheme can come from several lists.
        const { source = null, as_of } = rail.from && code ? code : { source: rail.source }
        const list = packed.sources.get(source ?? '')
        const olderDate = list?.bank_dates?.[bank.id]
        const isProven = complete && olderDate === undefined && (level === 'branch' ? cell != null : hasCode)
        if (!isOn && !isProven) return []
        return [{ rail: id, reachable: isOn ?? false, as_of: as_of ?? olderDate ?? list?.date ?? null, source }]
      })
    },
  }
}

const noCodes: readonly Code[] = []

type Code = NonNullable<BankRecord['codes']>[number]

/** Returns a current code that is on the rail: the code itself names it, or the rail has all codes of its scheme. */
const codeOnRail = (codes: readonly Code[], { id, from }: Rail, value: string | undefined) =>
  codes.find(
    (code) =>
      code.status === undefined &&
      (from ? code.scheme === from.scheme : code.rails?.includes(id)) &&
      (value === undefined || code.value === value),
  )
