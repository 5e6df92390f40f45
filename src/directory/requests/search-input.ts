/** The limits of a search request. */
import { lookupError } from './lookup-error.ts'

/** As JSON Schemas: the API publishes them. */
export const searchLimits = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  /**
   * Higher offsets are rejected. They would be expensive, because the search has to rank all banks on the earlier pages
   * too, and people do not read that far.
   */
  offset: { type: 'integer', minimum: 0, maximum: 1_000, default: 0 },
} as const

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

export function readNumber<Default = undefined>(
  name: string,
  given: unknown,
  { minimum, maximum, default: byDefault }: { minimum: number; maximum: number; default?: Default },
): number | Default {
  if (given === undefined) return byDefault as Default
  if (typeof given === 'number' && Number.isInteger(given) && given >= minimum && given <= maximum) return given
  const allowed = `a whole number from ${minimum} to ${maximum}`
  throw lookupError('parameter_malformed', { name, value: given, allowed })
}
