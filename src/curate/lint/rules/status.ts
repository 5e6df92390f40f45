/**
 * A bank that merged or closed is not listed, but found by its codes. If one of these is still current, payments go to a
 * bank that no longer exists, unless the issuer keeps the code in force. If an open bank says when it closed, one of the
 * two is wrong.
 */
import { isDate, isLater } from '../../dates.ts'
import { bankFinding, type Finding, isGone, type LintedData, quoted, type Rule } from '../rule.ts'

export const status: Rule = {
  name: 'status',
  summary: 'What a bank says fits its status: codes, since when, and where it went.',
  find,
}

function* find({ banks, sources }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { status: now, status_since: since, successor, codes = [], notes, sources: own } = located.bank
    if (!isGone(located)) {
      if (since !== undefined) {
        yield bankFinding(located, `is ${now} and has status_since`, 'take it out, or say that it is merged or closed')
      }
      continue
    }
    for (const { scheme, value, status: state, in_force } of codes) {
      if (state !== undefined || in_force) continue
      const fix = 'mark the code former, or in_force if a list of its issuer still has it'
      yield bankFinding(located, `is ${now}, but its ${scheme} code ${quoted(value)} is current`, fix)
    }
    if (now === 'merged' && successor === undefined && notes === undefined) {
      yield bankFinding(
        located,
        'is merged and does not say with whom',
        'name the successor, or say in notes what is known',
      )
    }
    if (since === undefined) continue
    if (!isDate(since)) yield bankFinding(located, `its status_since ${since} is not a date`, 'correct it')
    else if (own.every((source) => isLater(since, sources.get(source)?.date ?? since))) {
      const problem = `its status_since ${since} is later than each of its sources`
      yield bankFinding(located, problem, 'add the publication that says so', `${located.bank.id} status_since`)
    }
  }
}
