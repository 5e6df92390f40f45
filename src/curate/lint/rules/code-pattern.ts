/** A code of another form than its scheme's was cut, padded or put into the wrong scheme; no transfer goes out with it. */
import type { Scheme } from '../../../directory/records/scheme.ts'
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const codePattern: Rule = {
  name: 'code-pattern',
  summary: "A code is of a known scheme of the bank's country, has its form, and stands there once.",
  find,
}

function* find({ banks, schemes, patterns }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { codes = [], country } = located.bank
    for (const [at, { scheme, value }] of codes.entries()) {
      const before = codes[at - 1]
      // In a line that is in order, the same codes are neighbours.
      const isTwice = before !== undefined && before.value === value && before.scheme === scheme
      const fault = isTwice ? twice : faultOf(value, country, schemes.get(scheme), patterns.get(scheme))
      if (fault) yield bankFinding(located, `its ${scheme} code ${quoted(value)} ${fault[0]}`, fault[1])
    }
  }
}

type Fault = [problem: string, fix: string]

const twice: Fault = ['stands there twice', 'keep one of them']

function faultOf(value: string, country: string, scheme?: Scheme, pattern?: RegExp): Fault | undefined {
  if (!scheme) return ['is of no scheme in schemes.json', 'correct the scheme, or add it there']
  if (scheme.country !== '*' && scheme.country !== country) {
    return [`is of a scheme of ${scheme.country}`, 'correct the scheme']
  }
  // A pattern that cannot be read is a finding of its own.
  if (!pattern || pattern.test(value)) return undefined
  return [`does not fit ${scheme.pattern}`, 'look for lost zeros or a digit too many']
}
