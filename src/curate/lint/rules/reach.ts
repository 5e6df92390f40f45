/** Of all banks of a name, `reach` marks the one that is meant; with two of them, neither is. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const reach: Rule = {
  name: 'reach',
  summary: 'A bank that is meant without its country is open, and the only one of its name.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const marked = banks.filter(({ bank }) => bank.reach !== undefined)
  for (const located of marked) {
    if (isOpen(located)) continue
    yield bankFinding(
      located,
      `has reach, but is ${located.bank.status}`,
      'give the mark to the bank that is meant now',
    )
  }
  for (const [, holders] of groupsOf(marked, ({ name }) => [name.toLowerCase()])) {
    yield bankFinding(holders[1], `has the name and the reach of ${idsOf(holders)}`, 'leave the mark with one of them')
  }
}
