/**
 * Checks the `in_force` mark. Some issuers keep the code of a merged bank in force, so that payments sent with it still
 * arrive; in Germany, the Bundesbank list marks these codes "-alt-". Only a list from the issuer is evidence for this:
 * on any other list, the code may simply be outdated.
 */
import { authorityOf } from '../../conflicts/source-authority.ts'
import { quoted, type Rule } from '../rule.ts'

export const inForce: Rule = {
  name: 'in-force',
  summary: 'Only a current code of a merged bank can have in_force, and its source must be a list from the issuer.',
  *findInBank({ status: now, codes = [] }, { schemes, sources }) {
    for (const { scheme, value, status, in_force, source } of codes) {
      if (!in_force) continue
      const code = `${scheme} code ${quoted(value)}`
      if (now !== 'merged') yield [`${code} has in_force, but the bank is ${now}`, 'remove in_force']
      else if (status !== undefined) {
        yield [`${code} has in_force, but the code is ${status}`, 'remove in_force or the status']
      }
      const list = sources.get(source)
      // Skip unknown sources, which the rule `source-use` reports.
      if (!list || authorityOf(list, schemes.get(scheme)) === 'issuer') continue
      const problem = `${code} has in_force, but ${source} is not a list from its issuer`
      yield [problem, 'name a list from the issuer as the source, or mark the code former']
    }
  },
}
