/** Who picks a bank from a list sees its name and its city. Two that look alike there are one bank, or a trap. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sameName: Rule = {
  name: 'same-name',
  summary: 'Open banks of a country differ in name or seat.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const alike = groupsOf(banks.filter(isOpen), ({ country, name, city = '', region = '' }) => [
    [country, name, city, region].join('|').toLowerCase(),
  ])
  for (const [, holders] of alike) {
    const ids = idsOf(holders)
    yield bankFinding(
      holders[1],
      `has the name and the seat of ${ids}`,
      'make them one bank, or tell them apart by name',
      ids,
    )
  }
}
