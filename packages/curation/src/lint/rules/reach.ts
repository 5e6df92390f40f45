/**
 * Checks the `reach` mark. If banks in several countries share a name, `reach` marks the one that users mean when they
 * name no country. If two of these banks had it, the name would be ambiguous.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { type Finding, finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const reach: Rule = {
  name: 'reach',
  summary: 'A bank with reach is open, and no other bank with the same name has reach.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const withReach = banks.filter(({ bank }) => bank.reach !== undefined)
  for (const located of withReach) {
    if (isOpen(located)) continue
    yield finding(
      located,
      `reach is set, but the bank is ${located.bank.status}`,
      'move reach to the bank that people now mean by this name',
    )
  }
  for (const [, holders] of groupsOf(withReach, ({ name }) => [name.toLowerCase()])) {
    yield finding(holders[1], `several banks with this name have reach: ${idsOf(holders)}`, 'keep reach on one of them')
  }
}
