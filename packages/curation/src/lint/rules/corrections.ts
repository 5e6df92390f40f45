/**
 * Reports invalid corrections. A correction stops imports from restoring a known mistake. If it names no existing fact,
 * it protects nothing, and the next import brings the mistake back.
 */
import type { Rule } from '../rule.ts'

export const corrections: Rule = {
  name: 'corrections',
  summary:
    'A correction names an existing bank, a field or a code that matches its scheme, evidence, and a date that is not in the future.',
  *find({ corrections: lines }) {
    for (const line of lines) {
      if (!('problem' in line)) continue
      const { location, problem, fix, subject } = line
      yield { ...location, problem, fix, subject }
    }
  },
}
