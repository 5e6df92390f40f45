/** Checks the options of a call, for callers without TypeScript. */
import { isObject } from '../directory/requests/account-input.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'

export interface OptionRule {
  /** For the message, after "use". */
  allowed: string
  accepts(value: unknown): boolean
}

/** The rules by option; null if the option is checked elsewhere. */
export type KnownOptions = Readonly<Record<string, OptionRule | null>>

export function checkOptions(options: unknown, known: KnownOptions): void {
  if (!isObject(options))
    throw lookupError('parameter_malformed', { name: 'options', value: options, allowed: 'an object' })
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined
    if (rule === undefined)
      throw lookupError('parameter_unknown', { value: name, known: Object.keys(known).join(', ') })
    if (rule === null || value === undefined || rule.accepts(value)) continue
    throw lookupError('parameter_malformed', { name, value, allowed: rule.allowed })
  }
}

export const oneOf = (values: readonly string[]): OptionRule => ({
  allowed: `one of ${values.join(', ')}`,
  accepts: (value) => values.includes(value as string),
})

/** An empty array is invalid, as in the API: it would select nothing. */
export const listOf = (values: readonly string[]): OptionRule => ({
  allowed: `an array with one or more of ${values.join(', ')}`,
  accepts: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => values.includes(item)),
})

export const flag: OptionRule = { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' }

export const folder: OptionRule = {
  allowed: 'the path of a folder',
  accepts: (value) => typeof value === 'string' && value !== '',
}
