/**
 * Reports invalid successors. The service refers callers from a closed bank to its successor, so a closed or missing
 * successor is a dead end.
 */
import { type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const successor: Rule = {
  name: 'successor',
  summary: 'A successor must be an open bank, and an open bank must not have a successor.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const byId = new Map(banks.map(({ bank }) => [bank.id, bank]))
  for (const located of banks) {
    const { status, successor: id } = located.bank
    if (id === undefined) continue
    const next = byId.get(id)
    if (status === 'active' || status === 'unverified') {
      yield finding(
        located,
        `the bank is ${status}, but has a successor`,
        'remove the successor, or set the status to merged',
      )
    } else if (!next) yield finding(located, `successor ${id} does not exist`, 'use the id of an open bank')
    else if (next.status !== 'active') {
      const fix = next.successor === undefined ? 'name the bank that is open now' : `name ${next.successor} instead`
      yield finding(located, `successor ${id} is ${next.status}, not open`, fix)
    }
  }
}
