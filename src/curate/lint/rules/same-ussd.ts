/** Who dials a USSD code sees whatever menu the network gives it to: with a wrong one, that of another bank. */
import { groupsOf, idsOf } from '../group-by-shared.ts'
import { bankFinding, type Finding, isOpen, type LintedData, type Rule } from '../rule.ts'

export const sameUssd: Rule = {
  name: 'same-ussd',
  summary: 'A USSD code is that of one open bank of a country.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const shared = groupsOf(banks.filter(isOpen), ({ country, ussd }) =>
    ussd === undefined ? [] : [`${country} ${ussd}`],
  )
  for (const [key, holders] of shared) {
    const problem = `its USSD code ${key.slice(3)} is that of ${idsOf(holders)}`
    yield bankFinding(holders[1], problem, 'keep it with the bank whose menu it opens', key)
  }
}
