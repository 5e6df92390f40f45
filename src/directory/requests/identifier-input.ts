/** Checks the identifier in a request to resolve it. */
import { lookupError } from './lookup-error.ts'

export const identifierCharactersMax = 100

export const isValidIdentifier = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= identifierCharactersMax

export function readIdentifier(identifier: unknown): string {
  if (isValidIdentifier(identifier)) return identifier
  throw lookupError('identifier_malformed', { limit: String(identifierCharactersMax) })
}
