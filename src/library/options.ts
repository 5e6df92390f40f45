/** Checks the names of the options of a call, for callers without TypeScript. */
import { lookupError } from '../directory/requests/lookup-error.ts'
import { isObject } from '../directory/requests/parameters.ts'

export function checkOptions(options: unknown, known: readonly string[]): void {
  if (!isObject(options))
    throw lookupError('parameter_malformed', { name: 'options', value: options, allowed: 'an object' })
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw lookupError('parameter_unknown', { value: unknown, known: known.join(', ') })
}
