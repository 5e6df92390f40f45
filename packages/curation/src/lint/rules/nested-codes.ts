/**
 * Compares sort codes with bank codes. In some countries, a sort code starts with the bank code. If it does not, one of
 * the two codes belongs to another bank.
 */
import { quoted, type Rule } from '../rule.ts'

export const nestedCodes: Rule = {
  name: 'nested-codes',
  summary: "A sort code in Ghana or Uganda starts with the bank's own code.",
  *findInBank({ codes = [] }) {
    for (const { inner, outer } of nested) {
      if (!codes.some(({ scheme }) => scheme === inner)) continue
      const prefixes = codes.filter(({ scheme }) => scheme === inner).map(({ value }) => value)
      for (const { scheme, value } of codes) {
        if (scheme !== outer || prefixes.some((prefix) => value.startsWith(prefix))) continue
        const problem = `${outer} code ${quoted(value)} does not start with the ${inner} code ${prefixes.join(', ')}`
        yield [problem, 'correct the wrong code, or explain the difference in notes and add an exception']
      }
    }
  },
}

const nested = [
  { inner: 'gh_prefix', outer: 'gh_sort' },
  { inner: 'ug_bou', outer: 'ug_sort' },
]
