/** An LEI identifies one company and its branches abroad. Two open banks in a country with the same LEI are usually one bank. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { type Finding, finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sharedLeis: Rule = {
  name: 'shared-leis',
  summary: 'An LEI belongs to one open bank in a country.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, lei }) => (lei === undefined ? [] : [`${country} ${lei}`]))
  for (const [key, holders] of shared) {
    const lei = key.slice(3)
    const problem = `its LEI ${lei} belongs to ${idsOf(holders)}`
    yield finding(holders[1], problem, 'merge the records, or remove it from banks that the company only owns', lei)
  }
}
