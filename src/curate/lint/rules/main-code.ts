/**
 * `main` decides which of several codes a list shows as `code`, and so which one a payment is sent with. A second mark, or
 * one on a code that is no longer current, would send it with the wrong one; a mark that nothing reads hides a mistake.
 */
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const mainCode: Rule = {
  name: 'main-code',
  summary: 'A bank has one main code in a scheme at most, a current one, in a scheme that `code` is taken from.',
  find,
}

function* find({ banks, countries }: LintedData): Iterable<Finding> {
  const preferred = new Map(countries.map(({ code, code_schemes = [] }) => [code, code_schemes]))
  for (const located of banks) {
    const { codes = [], country } = located.bank
    const seen = new Set<string>()
    for (const { scheme, value, status, main } of codes) {
      if (!main) continue
      const code = `its main ${scheme} code ${quoted(value)}`
      if (status !== undefined) yield bankFinding(located, `${code} is ${status}`, 'mark the current one')
      else if (seen.has(scheme)) yield bankFinding(located, `${code} is not the only main one`, 'keep one of the marks')
      else if (!preferred.get(country)?.includes(scheme)) {
        yield bankFinding(located, `${code} is of a scheme that ${country} does not prefer`, 'take the mark out')
      }
      seen.add(scheme)
    }
  }
}
