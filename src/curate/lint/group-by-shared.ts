/** Groups banks that share a value which only one of them should have. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { LocatedBank } from './rule.ts'

type Group = [LocatedBank, LocatedBank, ...LocatedBank[]]

/** Groups of two or more banks, by the shared value. */
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
