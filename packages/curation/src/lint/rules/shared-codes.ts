/** Reports a code that is current at two banks in a country, because a payment that uses it may reach either bank. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { finding, quoted, type Rule } from '../rule.ts'

export const sharedCodes: Rule = {
  name: 'shared-codes',
  summary: 'A code is current for only one bank per country.',
  *find({ banks }) {
    const shared = groupsOf(banks, ({ country, codes = [] }) =>
      codes.filter(({ status }) => status === undefined).map(({ scheme, value }) => `${country} ${scheme} ${value}`),
    )
    for (const [key, holders] of shared) {
      const [, scheme, value] = key.split(' ') as [string, string, string]
      const problem = `${scheme} code ${quoted(value)} is current for several banks: ${idsOf(holders)}`
      const fix = 'mark it as former for the bank that gave it up, or as unconfirmed if it is disputed'
      // Skip a code that a single bank lists twice, which the rule `code-pattern` reports.
      if (new Set(holders).size > 1) yield finding(holders[1], problem, fix, `${scheme} ${value}`)
    }
  },
}
