/** `reach` marks the bank that people mean by a name that banks in several countries share. Two banks with one name and `reach` are ambiguous. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { type Finding, finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const reach: Rule = {
  name: 'reach',
  summary: 'A bank with reach is open, and no other bank with reach has its name.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const withReach = banks.filter(({ bank }) => bank.reach !== undefined)
  for (const located of withReach) {
    if (isOpen(located)) continue
    yield finding(located, `has reach, but is ${located.bank.status}`, 'move reach to the bank that people mean now')
  }
  for (const [, holders] of groupsOf(withReach, ({ name }) => [name.toLowerCase()])) {
    yield finding(holders[1], `has the same name and reach as ${idsOf(holders)}`, 'keep reach on one of them')
  }
}
