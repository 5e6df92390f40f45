/** Checks the options of a call, for callers without TypeScript. */
import { lookupError } from '../directory/requests/lookup-error.ts'

/** The values that each option can have; null if the option is checked elsewhere. */
export type KnownOptions = Readonly<Record<string, readonly string[] | null>>

export function checkOptions(options: unknown, known: KnownOptions): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    const allowed = Object.hasOwn(known, name) ? known[name] : undefined
    if (allowed === undefined)
      throw lookupError('parameter_unknown', { value: name, known: Object.keys(known).join(', ') })
    if (allowed === null || value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      if (allowed.includes(item)) continue
      throw lookupError('parameter_malformed', { name, value: item, allowed: `one of ${allowed.join(', ')}` })
    }
  }
}
