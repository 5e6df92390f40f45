/** An LEI names one company. Its branches abroad have it, too; within a country two open banks with it are mostly one. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sharedLeis: Rule = {
  name: 'shared-leis',
  summary: 'An LEI is that of one open bank of a country.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, lei }) => (lei === undefined ? [] : [`${country} ${lei}`]))
  for (const [key, holders] of shared) {
    const lei = key.slice(3)
    const problem = `its LEI ${lei} is that of ${idsOf(holders)}`
    yield bankFinding(holders[1], problem, 'make them one bank, or take it from those that only belong to it', lei)
  }
}
