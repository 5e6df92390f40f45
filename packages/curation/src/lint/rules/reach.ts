/**
 * Checks the `reach` mark. If banks in several countries share a name, `reach` marks the one that users mean when they
 * name no country. If two of these banks had it, the name would be ambiguous.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, type Rule } from '../rule.ts'

export const reach: Rule = {
  name: 'reach',
  summary: 'A bank with reach is open, and no other bank with the same name has reach.',
  *findInBank({ reach: own, status }) {
    if (own === undefined || status === 'active') return
    yield [`reach is set, but the bank is ${status}`, 'move reach to the bank that people now mean by this name']
  },
  *find({ banks }) {
    const withReach = banks.filter(({ bank }) => bank.reach !== undefined)
    for (const [, holders] of groupsOf(withReach, ({ name }) => [name.toLowerCase()])) {
      const problem = `several banks with this name have reach: ${idsOf(holders)}`
      yield finding(holders[1], problem, 'keep reach on one of them')
    }
  },
}
