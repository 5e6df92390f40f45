/**
 * Reports open banks with the same name and city. Users pick a bank from a list by name and city, so these are either
 * one bank, or two banks that users cannot tell apart.
 */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, isOpen, type Rule } from '../rule.ts'

export const sameName: Rule = {
  name: 'same-name',
  summary: 'Open banks in a country differ in name, city or region.',
  *find({ banks }) {
    const alike = groupsOf(banks.filter(isOpen), ({ country, name, city = '', region = '' }) => [
      [country, name, city, region].join('|').toLowerCase(),
    ])
    for (const [, holders] of alike) {
      const ids = idsOf(holders)
      const problem = `several open banks have this name, city and region: ${ids}`
      yield finding(holders[1], problem, 'merge the records, or give them distinct names', ids)
    }
  },
}
