/**
 * Some issuers keep the code of a merged bank in force, so that payments with it still arrive. In Germany, the list of the
 * Bundesbank marks these codes "-alt-". Only the issuer decides this; on any other list the code may just be outdated.
 */
import { authorityOf } from '../../conflicts/source-authority.ts'
import { finding, quoted, type Rule } from '../rule.ts'

export const inForce: Rule = {
  name: 'in-force',
  summary: 'A code with in_force is a current code of a merged bank, from a list of its issuer.',
  *findInBank(located, { schemes, sources }) {
    const { status: now, codes = [] } = located.bank
    for (const { scheme, value, status, in_force, source } of codes) {
      if (!in_force) continue
      const code = `its ${scheme} code ${quoted(value)}`
      if (now !== 'merged') yield finding(located, `is ${now}, and ${code} has in_force`, 'remove in_force')
      else if (status !== undefined) {
        yield finding(located, `${code} is ${status} and has in_force`, 'remove the one that is wrong')
      }
      const list = sources.get(source)
      // Another rule finds sources that do not exist.
      if (!list || authorityOf(list, schemes.get(scheme)) === 'issuer') continue
      const problem = `${code} has in_force, but ${source} is not a list of its issuer`
      yield finding(located, problem, 'name a list of the issuer, or mark the code former')
    }
  },
}
