/** Changes the rails of banks and codes, and the rows of `rails.json`, after a new list of participants was read. */
import type { BankRecord } from '../../../src/directory/records/bank.ts'
import type { Rail } from '../../../src/directory/records/rail.ts'
import { compare } from './serialize.ts'

/** The participants of some rails, as a list has them. */
export interface RailMembers {
  /** The rails that the list covers. Records lose those that the list does not give them. */
  rails: readonly string[]
  /** The rails of each bank, by id. */
  banks: ReadonlyMap<string, ReadonlySet<string>>
  /** The rails of each code, by scheme and value joined by a space. */
  codes: ReadonlyMap<string, ReadonlySet<string>>
  /** The rails of each bank for which the list could not be read. */
  unknown?: ReadonlyMap<string, ReadonlySet<string>>
}

const none: ReadonlySet<string> = new Set()

/** Returns the same record if its rails stay the same. */
export function withMembers(bank: BankRecord, { rails, banks, codes, unknown }: RailMembers): BankRecord {
  const isGone = bank.status === 'merged' || bank.status === 'closed'
  const renewed = (old: readonly string[] = [], own: ReadonlySet<string> = none): string[] =>
    [...old.filter((id) => !rails.includes(id)), ...(isGone ? [] : own)].sort(compare)
  const lists = {
    rails: renewed(bank.rails, banks.get(bank.id)),
    rails_unknown: renewed(bank.rails_unknown, unknown?.get(bank.id)),
  }
  const newCodes = bank.codes?.map(({ rails: old, ...code }) => {
    const own = code.status === 'former' ? none : codes.get(`${code.scheme} ${code.value}`)
    return withList(code, 'rails', renewed(old, own))
  })
  const { rails: _, rails_unknown: __, ...rest } = bank
  const next = { ...withList(withList(rest, 'rails', lists.rails), 'rails_unknown', lists.rails_unknown) }
  const changed = newCodes ? { ...next, codes: newCodes } : next
  return railsText(changed) === railsText(bank) ? bank : changed
}

function withList<Row extends object, Field extends string>(
  row: Row,
  field: Field,
  list: string[],
): Row & Partial<Record<Field, string[]>> {
  return (list.length > 0 ? { ...row, [field]: list } : row) as Row & Partial<Record<Field, string[]>>
}

const railsText = ({ rails = [], rails_unknown: unread = [], codes = [] }: BankRecord): string =>
  JSON.stringify([rails, unread, codes.map((code) => code.rails ?? [])])

/** Names the source in the rows of these rails. */
export const withSource = (all: readonly Rail[], ids: readonly string[], source: string, complete: boolean): Rail[] =>
  all.map((rail) => {
    if (!ids.includes(rail.id)) return rail
    const { id, label, countries, operator, source: _, complete: __, ...rest } = rail
    return { id, label, countries, operator, source, complete, ...rest }
  })
