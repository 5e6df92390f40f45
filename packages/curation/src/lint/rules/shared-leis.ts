/**
 * Reports open banks in the same country that share an LEI. An LEI identifies one company, including its branches
 * abroad, so these banks are usually one bank.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, isOpen, type Rule } from '../rule.ts'

export const sharedLeis: Rule = {
  name: 'shared-leis',
  summary: 'An LEI belongs to at most one open bank per country.',
  *find({ banks }) {
    const shared = groupsOf(banks.filter(isOpen), ({ country, lei }) =>
      lei === undefined ? [] : [`${country} ${lei}`],
    )
    for (const [key, holders] of shared) {
      const lei = key.slice(3)
      const problem = `LEI ${lei} belongs to several open banks: ${idsOf(holders)}`
      yield finding(holders[1], problem, 'merge the records, or remove it from banks that the company only owns', lei)
    }
  },
}
