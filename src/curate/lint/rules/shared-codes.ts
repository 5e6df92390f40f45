/** A code that two banks of a country both call their own would send money to one of them by chance. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const sharedCodes: Rule = {
  name: 'shared-codes',
  summary: 'A code is current in one bank of a country.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks, ({ country, codes = [] }) =>
    codes.filter(({ status }) => status === undefined).map(({ scheme, value }) => `${country} ${scheme} ${value}`),
  )
  for (const [key, holders] of shared) {
    const [, scheme, value] = key.split(' ') as [string, string, string]
    const problem = `its ${scheme} code ${quoted(value)} is current in ${idsOf(holders)}`
    const fix = 'mark it former with the bank that gave it up, or unconfirmed where it is disputed'
    // One bank that has a code twice breaks another rule.
    if (new Set(holders).size > 1) yield bankFinding(holders[1], problem, fix, `${scheme} ${value}`)
  }
}
