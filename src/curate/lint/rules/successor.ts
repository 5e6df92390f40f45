/** The service leads from a bank that is gone to its successor. One that is gone itself, or not there, leads nowhere. */
import { bankFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const successor: Rule = {
  name: 'successor',
  summary: 'A successor is an open bank, and an open bank has none.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  const byId = new Map(banks.map(({ bank }) => [bank.id, bank]))
  for (const located of banks) {
    const { status, successor: id } = located.bank
    if (id === undefined) continue
    const next = byId.get(id)
    if (status === 'active' || status === 'unverified') {
      yield bankFinding(located, `is ${status} and has a successor`, 'take it out, or say that the bank is merged')
    } else if (!next) yield bankFinding(located, `its successor ${id} is not there`, 'name the id of an open bank')
    else if (next.status !== 'active') {
      const fix = next.successor === undefined ? 'name the bank that is open now' : `name ${next.successor} instead`
      yield bankFinding(located, `its successor ${id} is not open but ${next.status}`, fix)
    }
  }
}
