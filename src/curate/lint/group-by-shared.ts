/** Banks that have in common what only one of them should have. */
import type { BankRecord } from '../../directory/records/bank.ts'
import type { PlacedBank } from './rule.ts'

type Group = [PlacedBank, PlacedBank, ...PlacedBank[]]

/** By what they share; what one bank has alone is left out. */
export function groupsOf(
  banks: Iterable<PlacedBank>,
  keysOf: (bank: BankRecord) => readonly string[],
): Iterable<[shared: string, banks: Group]> {
  const firsts = new Map<string, PlacedBank>()
  const groups = new Map<string, Group>()
  for (const placed of banks) {
    for (const key of keysOf(placed.bank)) {
      const first = firsts.get(key)
      const group = groups.get(key)
      if (group) group.push(placed)
      else if (first) groups.set(key, [first, placed])
      else firsts.set(key, placed)
    }
  }
  return groups
}

export const idsOf = (banks: PlacedBank[]): string => banks.map(({ bank }) => bank.id).join(', ')
