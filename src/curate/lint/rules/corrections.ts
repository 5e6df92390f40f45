/** A correction that names nothing that is there protects nothing: the next import brings the mistake back. */
import type { Finding, LintedData, Rule } from '../rule.ts'

export const corrections: Rule = {
  name: 'corrections',
  summary:
    'A correction names a bank, a field or a code in the form of its scheme, its evidence and a day that has been.',
  find,
}

function* find({ corrections: lines }: LintedData): Iterable<Finding> {
  for (const line of lines) {
    if (!('problem' in line)) continue
    const { place, problem, mend, subject } = line
    yield { ...place, problem, mend, subject }
  }
}
