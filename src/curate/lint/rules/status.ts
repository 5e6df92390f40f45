/**
 * A bank that merged or closed is not listed, but found by its codes. If one of these is still current, money is sent to
 * a bank that is no more; if it says when it went and is open all the same, nobody can tell what is true.
 */
import { isDate, isLater } from '../../dates.ts'
import { type Finding, isGone, type LintedData, ofBank, quoted, type Rule } from '../rule.ts'

export const status: Rule = {
  name: 'status',
  summary: 'What a bank says fits its status: codes, since when, and where it went.',
  find,
}

function* find({ banks, sources }: LintedData): Iterable<Finding> {
  for (const placed of banks) {
    const { status: now, status_since: since, successor, codes = [], notes, sources: own } = placed.bank
    if (!isGone(placed)) {
      if (since !== undefined) {
        yield ofBank(placed, `is ${now} and has status_since`, 'take it out, or say that it is merged or closed')
      }
      continue
    }
    for (const { scheme, value, status: state } of codes) {
      if (state !== undefined) continue
      yield ofBank(placed, `is ${now}, but its ${scheme} code ${quoted(value)} is current`, 'mark the code former')
    }
    if (now === 'merged' && successor === undefined && notes === undefined) {
      yield ofBank(placed, 'is merged and does not say with whom', 'name the successor, or say in notes what is known')
    }
    if (since === undefined) continue
    if (!isDate(since)) yield ofBank(placed, `its status_since ${since} is not a date`, 'correct it')
    else if (own.every((source) => isLater(since, sources.get(source)?.date ?? since))) {
      const problem = `its status_since ${since} is later than each of its sources`
      yield ofBank(placed, problem, 'add the publication that says so', `${placed.bank.id} status_since`)
    }
  }
}
