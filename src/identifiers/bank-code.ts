/**
 * Code of a scheme that has no rule but its form (`data/schemes.json`), such as the sort codes of Ghana and Uganda or
 * the branch codes of South Africa. Whether a bank has the code is for the directory to say.
 */
import schemes from '../../data/schemes.json' with { type: 'json' }
import { compact } from './compact.ts'
import { checkPattern } from './pattern.ts'
import { notChecked, type Parts, type Verdict } from './verdict.ts'

export { compact }

const schemesById = new Map(schemes.map((scheme) => [scheme.id, scheme]))

/** `scheme` is the id of a code scheme. */
export function check(input: string, scheme: string): Verdict {
  const known = schemesById.get(scheme)
  if (known) return checkPattern(input, known.pattern, `the code "${known.label}"`)
  return notChecked(compact(input), 'no_rule', `There is no code scheme ${JSON.stringify(scheme)}.`)
}

/** In one piece, as in the data. */
export const format = (canonical: string): string => canonical

/** Some schemes are of no country: a payment service has codes of its own. */
export function parts(canonical: string, scheme: string): Parts {
  const country = schemesById.get(scheme)?.country ?? '*'
  return { ...(country !== '*' && { country }), code: canonical }
}
