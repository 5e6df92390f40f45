/**
 * Reports codes that do not match their scheme. They were truncated, padded or put in the wrong scheme, and transfers
 * that use them fail.
 */
import type { Scheme } from '../../../../../src/directory/records/scheme.ts'
import { type Fault, quoted, type Rule } from '../rule.ts'

export const codePattern: Rule = {
  name: 'code-pattern',
  summary:
    "A code belongs to a scheme of the bank's country, matches the pattern of that scheme, and is not listed twice.",
  *findInBank({ codes = [], country }, { schemes, patterns }) {
    for (const [at, { scheme, value }] of codes.entries()) {
      const before = codes[at - 1]
      // Compare only with the previous code: a formatted line is sorted, so equal codes are adjacent.
      const isDuplicate = before !== undefined && before.value === value && before.scheme === scheme
      const fault = isDuplicate ? duplicate : faultOf(value, country, schemes.get(scheme), patterns.get(scheme))
      if (fault) yield [`${scheme} code ${quoted(value)} ${fault[0]}`, fault[1]]
    }
  },
}

const duplicate: Fault = ['is listed twice', 'remove one of them']

function faultOf(value: string, country: string, scheme?: Scheme, pattern?: RegExp): Fault | undefined {
  if (!scheme) return ['belongs to a scheme that is not in schemes.json', 'correct the scheme, or add it there']
  if (scheme.country !== '*' && scheme.country !== country) {
    return [`belongs to a scheme of ${scheme.country}, but the bank is in ${country}`, 'correct the scheme']
  }
  // Skip schemes whose pattern could not be compiled, which the rule `readable` reports.
  if (!pattern || pattern.test(value)) return undefined
  return [`does not match ${scheme.pattern}`, 'look for a missing zero or an extra digit']
}
