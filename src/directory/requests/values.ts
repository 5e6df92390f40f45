/** Reads single values that no schema has checked. An error names the parameter and says what is allowed. */
import { lookupError } from './lookup-error.ts'

/** Treats null as missing, because some clients send null for fields that they mean to omit. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readNumber<Default = undefined>(
  name: string,
  value: unknown,
  { minimum, maximum, default: byDefault }: { minimum: number; maximum: number; default?: Default },
): number | Default {
  if (value === undefined) return byDefault as Default
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value
  const allowed = `a whole number from ${minimum} to ${maximum}`
  throw lookupError('parameter_malformed', { name, value, allowed })
}

export function readChoice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined
  throw lookupError('parameter_malformed', { name, value, allowed: `one of ${choices.join(', ')}` })
}

/** An empty array is invalid: it would select nothing. */
export function readChoices<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.length > 0 && value.every((item) => choices.includes(item))) return value
  const allowed = `an array with one or more of ${choices.join(', ')}`
  throw lookupError('parameter_malformed', { name, value, allowed })
}

export const queryCharactersMax = 100

export function readQuery(query: unknown): string {
  if (typeof query !== 'string' || query.trim() === '') throw lookupError('query_missing', {})
  return checkLength(query)
}

/** For a list that a text only narrows down. */
export function readOptionalQuery(query: unknown): string {
  if (query === undefined) return ''
  if (typeof query !== 'string')
    throw lookupError('parameter_malformed', { name: 'query', value: query, allowed: 'text' })
  return checkLength(query)
}

function checkLength(query: string): string {
  // Counts characters, as the schema of the API does: some take two code units.
  if (query.length > queryCharactersMax && [...query].length > queryCharactersMax)
    throw lookupError('query_too_long', { limit: String(queryCharactersMax) })
  return query
}
