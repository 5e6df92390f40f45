/** Some sort codes begin with the code of the bank itself. Where they do not, one of the two is another bank's. */
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const nestedCodes: Rule = {
  name: 'nested-codes',
  summary: "A sort code of Ghana or Uganda begins with the bank's own code.",
  find,
}

const nested = [
  { inner: 'gh_prefix', outer: 'gh_sort' },
  { inner: 'ug_bou', outer: 'ug_sort' },
]

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { codes = [] } = located.bank
    for (const { inner, outer } of nested) {
      if (!codes.some(({ scheme }) => scheme === inner)) continue
      const beginnings = codes.filter(({ scheme }) => scheme === inner).map(({ value }) => value)
      for (const { scheme, value } of codes) {
        if (scheme !== outer || beginnings.some((beginning) => value.startsWith(beginning))) continue
        const problem = `its ${outer} code ${quoted(value)} does not begin with its ${inner} code ${beginnings.join(', ')}`
        yield bankFinding(located, problem, 'correct the one that is wrong, or say in notes why, and make an exception')
      }
    }
  }
}
