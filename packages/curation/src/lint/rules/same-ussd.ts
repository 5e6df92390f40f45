/**
 * Reports two banks with the same USSD code: customers of one of them would dial it and reach the other bank's menu.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, isOpen, type Rule } from '../rule.ts'

export const sameUssd: Rule = {
  name: 'same-ussd',
  summary: 'A USSD code belongs to at most one open bank per country.',
  *find({ banks }) {
    const shared = groupsOf(banks.filter(isOpen), ({ country, ussd }) =>
      ussd === undefined ? [] : [`${country} ${ussd}`],
    )
    for (const [key, holders] of shared) {
      const problem = `USSD code ${key.slice(3)} belongs to several open banks: ${idsOf(holders)}`
      yield finding(holders[1], problem, 'keep it only for the bank that customers reach with it', key)
    }
  },
}
