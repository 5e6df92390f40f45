/** The limits of a search request. */
import { lookupError } from './lookup-error.ts'

export const searchLimits = {
  limit: { min: 1, max: 100, byDefault: 10 },
  /**
   * Higher offsets are rejected. They would be expensive, because the search has to rank all banks on the earlier pages
   * too, and people do not read that far.
   */
  offset: { min: 0, max: 1_000, byDefault: 0 },
} as const

export const queryCharactersMax = 100

export function checkQuery(query: string): void {
  if (query.trim() === '') throw lookupError('query_missing', {})
}

/** `given`: a number, or its digits. */
export function readNumber<Default>(
  name: string,
  given: unknown,
  { min, max, byDefault }: { min: number; max: number; byDefault: Default },
): number | Default {
  if (given === undefined) return byDefault
  const number = /^\d{1,4}$/.test(String(given)) ? Number(given) : Number.NaN
  if (number >= min && number <= max) return number
  throw lookupError('parameter_malformed', { name, value: given, allowed: `a whole number from ${min} to ${max}` })
}
