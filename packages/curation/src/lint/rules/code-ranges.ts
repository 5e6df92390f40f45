/**
 * Reports invalid code ranges. A range can cover hundreds of branches. If it overlaps another range or belongs to a
 * closed bank, payments to all those branches are misdirected.
 */
import { rangeError, rangeOrderError } from '../../../../../src/dataset/tables/code-ranges.ts'
import { entryFinding, isOpen, type Rule } from '../rule.ts'

export const codeRanges: Rule = {
  name: 'code-ranges',
  summary: 'Code ranges match their scheme, are sorted, do not overlap, and belong to open banks in the country.',
  *find({ tables: { codeRanges: ranges }, banks, ...known }) {
    const open = new Map(banks.filter(isOpen).map(({ bank }) => [bank.id, bank.country]))
    for (const [at, entry] of ranges.entries()) {
      const { row } = entry
      const fault = rangeError(row, known) ?? rangeOrderError(row, ranges[at - 1]?.row)
      if (fault) yield entryFinding(entry, fault, 'correct it')
      const country = known.schemes.get(row.scheme)?.country
      for (const id of row.banks) {
        if (open.get(id) === country) continue
        yield entryFinding(entry, `${id} is not an open bank in ${country}`, 'name the bank that holds the codes now')
      }
    }
  },
}
