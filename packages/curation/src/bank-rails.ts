/** Changes the rails of banks and codes after a new list of participants was read. */
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import { bankLine, compare } from './serialize.ts'

/** The participants of some rails, as a list has them. */
export interface RailMembers {
  /** The rails that the list covers. Records lose those that the list does not give them. */
  rails: readonly string[]
  /** The rails of each bank, by id. */
  banks: ReadonlyMap<string, ReadonlySet<string>>
  /** The rails of each code, by scheme and value joined by a space. */
  codes?: ReadonlyMap<string, ReadonlySet<string>>
  /** The rails of each bank for which the list could not be read. */
  unknown?: ReadonlyMap<string, ReadonlySet<string>>
}

export const isGone = ({ status }: BankRecord): boolean => status === 'merged' || status === 'closed'

/** Returns the same record if its rails stay the same. */
export function withMembers(bank: BankRecord, { rails, banks, codes, unknown }: RailMembers): BankRecord {
  const renewed = (old: readonly string[] = [], own: Iterable<string> = []): string[] | undefined => {
    const list = [...old.filter((id) => !rails.includes(id)), ...(isGone(bank) ? [] : own)]
    return list.length > 0 ? list.sort(compare) : undefined
  }
  const line = bankLine({
    ...bank,
    rails: renewed(bank.rails, banks.get(bank.id)),
    rails_unknown: renewed(bank.rails_unknown, unknown?.get(bank.id)),
    codes: bank.codes?.map((code) => {
      const own = code.status === 'former' ? undefined : codes?.get(`${code.scheme} ${code.value}`)
      return { ...code, rails: renewed(code.rails, own) }
    }),
  } as BankRecord)
  return line === bankLine(bank) ? bank : JSON.parse(line)
}
