/**
 * Reports invalid code ranges. A range can cover hundreds of branches. If it overlaps another range or belongs to a
 * closed bank, payments to all those branches are misdirected.
 */
import { rangeError, rangeOrderError } from '../../../../../src/dataset/tables/code-ranges.ts'
import { rangeName } from '../../../../../src/directory/records/code-range.ts'
import { type Finding, isOpen, type LintedData, type LocatedRange, type Rule } from '../rule.ts'

export const codeRanges: Rule = {
  name: 'code-ranges',
  summary: 'Code ranges match their scheme, are sorted, do not overlap, and belong to open banks in the country.',
  find,
}

function* find({ codeRanges: ranges, banks, schemes, sources, patterns }: LintedData): Iterable<Finding> {
  const open = new Map(banks.filter(isOpen).map(({ bank }) => [bank.id, bank.country]))
  for (const [at, located] of ranges.entries()) {
    const { range } = located
    const fault = rangeError(range, { schemes, sources, patterns }) ?? rangeOrderError(range, ranges[at - 1]?.range)
    if (fault) yield rangeFinding(located, fault, 'correct it')
    const country = schemes.get(range.scheme)?.country
    for (const id of range.banks) {
      if (open.get(id) === country) continue
      yield rangeFinding(located, `${id} is not an open bank in ${country}`, 'name the bank that holds the codes now')
    }
  }
}

const rangeFinding = ({ range, file, line }: LocatedRange, problem: string, fix: string): Finding => {
  const subject = `${range.scheme} ${rangeName(range)}`
  return { file, line, problem: `${subject}: ${problem}`, fix, subject }
}
