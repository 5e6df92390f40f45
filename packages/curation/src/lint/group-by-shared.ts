/** Groups banks that share a value that should belong to only one of them. */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import type { LocatedBank } from './rule.ts'

type Group = [LocatedBank, LocatedBank, ...LocatedBank[]]

/** Returns each value that two or more banks share, with those banks. `keysOf` returns the values of one bank. */
export function groupsOf(
  banks: Iterable<LocatedBank>,
  keysOf: (bank: BankRecord) => readonly string[],
): Iterable<[shared: string, banks: Group]> {
  const firsts = new Map<string, LocatedBank>()
  const groups = new Map<string, Group>()
  for (const located of banks) {
    for (const key of keysOf(located.bank)) {
      const first = firsts.get(key)
      const group = groups.get(key)
      if (group) group.push(located)
      else if (first) groups.set(key, [first, located])
      else firsts.set(key, located)
    }
  }
  return groups
}

export const idsOf = (banks: LocatedBank[]): string => banks.map(({ bank }) => bank.id).join(', ')
