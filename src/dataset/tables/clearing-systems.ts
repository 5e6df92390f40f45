/** Checks the clearing systems against the rest of the data. */
import { type ClearingSystem, memberIdParts } from '../../directory/records/clearing-system.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import type { KnownReferences } from '../cross-references.ts'

/** Returns what is wrong with an entry, or null if it is valid. */
export function clearingSystemError(system: ClearingSystem, { schemes, sources }: KnownReferences): string | null {
  const { country, scheme: schemeId, member_id, pattern, example, source, format_source } = system
  const scheme = schemeId === undefined ? undefined : schemes.get(schemeId)
  if (schemeId !== undefined && !scheme) return `its scheme ${schemeId} is not in schemes.json`
  if (scheme && scheme.country !== country) return `its scheme ${schemeId} belongs to ${scheme.country}`
  const missing = [source, ...(format_source === undefined ? [] : [format_source])].find((id) => !sources.has(id))
  if (missing !== undefined) return `its source ${missing} is not in sources.json`
  const unknown = [...member_id.matchAll(/\{(\w*)\}/g)].find(([, name]) => !isPart(name as string))
  if (unknown) return `${unknown[0]} in its member_id is not one of ${memberIdParts.join(', ')}`
  return patternError(pattern, example)
}

const isPart = (name: string): boolean => (memberIdParts as readonly string[]).includes(name)

function patternError(pattern: string, example: string): string | null {
  try {
    return compilePattern(pattern).test(example) ? null : `its example ${example} does not match its pattern`
  } catch (error) {
    return `its pattern is not in the allowed subset of regular expressions (${(error as Error).message})`
  }
}
