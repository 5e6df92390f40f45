/**
 * Reports codes and dates that contradict the status of a bank. The service does not list a merged or closed bank, but
 * a lookup of one of its codes still finds it. If the code is still current, payments go to a bank that no longer
 * exists, unless the issuer keeps the code in force. If an open bank has a closing date, either the status or the date
 * is wrong.
 */
import { isDate, isLater } from '../../dates.ts'
import { quoted, type Rule } from '../rule.ts'

export const status: Rule = {
  name: 'status',
  summary: 'The codes, status_since and successor of a bank are consistent with its status.',
  *findInBank({ id, status: now, status_since: since, successor, codes = [], notes, sources: own }, { sources }) {
    if (now !== 'merged' && now !== 'closed') {
      if (since !== undefined) {
        yield [`status_since is set, but the bank is ${now}`, 'remove it, or set the status to merged or closed']
      }
      return
    }
    for (const { scheme, value, status: state, in_force } of codes) {
      if (state !== undefined || in_force) continue
      const fix = 'mark the code former, or in_force if its issuer still lists it'
      yield [`the bank is ${now}, but its ${scheme} code ${quoted(value)} is current`, fix]
    }
    if (now === 'merged' && successor === undefined && notes === undefined) {
      yield ['the bank is merged, but has no successor', 'name the successor, or explain in notes what is known']
    }
    if (since === undefined) return
    if (!isDate(since)) yield [`status_since ${since} is not a valid date`, 'correct it']
    else if (own.every((source) => isLater(since, sources.get(source)?.date ?? since))) {
      const problem = `status_since ${since} is later than every source of the bank`
      yield [problem, 'add the publication that reports the merger or closure', `${id} status_since`]
    }
  },
}
