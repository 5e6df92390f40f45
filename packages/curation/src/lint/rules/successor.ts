/**
 * Reports invalid successors. The service refers callers from a closed bank to its successor, so a closed or missing
 * successor is a dead end.
 */
import type { Rule } from '../rule.ts'

export const successor: Rule = {
  name: 'successor',
  summary: 'A successor must be an open bank, and an open bank must not have a successor.',
  *findInBank({ status, successor: id }, { bankById }) {
    if (id === undefined) return
    const next = bankById.get(id)
    if (status === 'active' || status === 'unverified') {
      yield [`the bank is ${status}, but has a successor`, 'remove the successor, or set the status to merged']
    } else if (!next) yield [`successor ${id} does not exist`, 'use the id of an open bank']
    else if (next.status !== 'active') {
      const fix = next.successor === undefined ? 'name the bank that is open now' : `name ${next.successor} instead`
      yield [`successor ${id} is ${next.status}, not open`, fix]
    }
  },
}
