/**
 * Checks the `main` mark. It decides which of a bank's codes the service lists as its `code`, and therefore which code
 * payments use. With a second `main`, or a `main` on a code that is not current, payments would use the wrong code. In
 * a scheme that `code` is never taken from, `main` has no effect, so it is a mistake.
 */
import { type Finding, finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const mainCode: Rule = {
  name: 'main-code',
  summary:
    'A bank has at most one main code per scheme. It is current, and its scheme is one that `code` is taken from.',
  find,
}

function* find({ banks, countries }: LintedData): Iterable<Finding> {
  const preferred = new Map(countries.map(({ code, code_schemes = [] }) => [code, code_schemes]))
  for (const located of banks) {
    const { codes = [], country } = located.bank
    const seen = new Set<string>()
    for (const { scheme, value, status, main } of codes) {
      if (!main) continue
      const code = `main ${scheme} code ${quoted(value)}`
      if (status !== undefined) yield finding(located, `${code} is ${status}`, 'mark the current code as main')
      else if (seen.has(scheme))
        yield finding(located, `${code} is not the only main code`, 'mark only one code as main')
      else if (!preferred.get(country)?.includes(scheme)) {
        yield finding(
          located,
          `${code} belongs to a scheme that is not in the code_schemes of ${country}`,
          'remove main',
        )
      }
      seen.add(scheme)
    }
  }
}
