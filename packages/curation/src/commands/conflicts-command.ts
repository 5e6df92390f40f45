/** The command that shows contradictory claims to codes, BICs and LEIs: their sources, which one is served, and why. */
import { type ParsedArgs, rejectExtraArguments, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import {
  type ClaimSource,
  type Conflict,
  type ConflictClaim,
  conflictKinds,
  findConflicts,
} from '../conflicts/conflicts.ts'
import { byAuthority } from '../conflicts/source-authority.ts'
import { openDataFolder } from '../data-folder.ts'
import type { Outcome } from './outcome.ts'

export async function listConflicts(folder: string, { values, positionals }: ParsedArgs): Promise<Outcome> {
  rejectExtraArguments(positionals)
  const data = openDataFolder(folder)
  const country = values.country === undefined ? undefined : String(values.country).toUpperCase()
  if (country !== undefined && !data.countries.some(({ code, kind }) => code === country && kind === 'country')) {
    throw new UsageError(`--country is "${values.country}"; use the code of a country in countries.json, such as ng.`)
  }
  const found = findConflicts(data).filter((conflict) => country === undefined || conflict.country === country)
  const code = found.some(({ is_broken }) => is_broken) ? 1 : 0
  if (values.json) {
    const described = found.map((conflict) => ({
      ...conflict,
      verdict: formatVerdict(conflict),
      explanation: explanationOf(conflict) ?? null,
    }))
    return { text: asJson({ revision: data.revision, count: found.length, conflicts: described }), code }
  }
  const counts = conflictKinds.map((kind) => `${kind} ${found.filter((one) => one.kind === kind).length}`)
  return { text: `${[...found.map(formatConflict), `Conflicts: ${counts.join(', ')}.`].join('\n')}\n`, code }
}

/** Maximum number of claims to show. Hundreds of small banks can share a BIC; the first few are enough. */
const claimsMax = 6

export function formatConflict(conflict: Conflict): string {
  const { claims } = conflict
  // In a long list, put the claims that are not served first: they are the doubtful ones, and the end of the list is
  // cut off.
  const isLong = claims.length > claimsMax
  const sorted = isLong ? claims.toSorted((a, b) => Number(a.is_served) - Number(b.is_served)) : claims
  const lines = sorted.slice(0, claimsMax).map(formatClaim)
  if (isLong) lines.push(`and ${claims.length - claimsMax} more`)
  lines.push(`explained: ${explanationOf(conflict) ?? 'no; resolve it, or explain it in the notes'}`)
  return [`${headingOf(conflict)}: ${formatVerdict(conflict)}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

/**
 * Returns the note that explains the conflict. If one of the codes is marked as the main code, that is the explanation.
 */
export function explanationOf({ kind, claims }: Conflict): string | undefined {
  const main = claims.find(({ is_main }) => is_main)
  if (main) return `${main.value} is marked as the main code.`
  const notes = claims.flatMap((claim) => claim.notes)
  if (kind === 'same_bic' || kind === 'same_lei') return notes.find((note) => namesIdentifier(kind, note))
  return notes.find((note) => note.includes('unconfirmed') || claims.some(({ value }) => hasWord(note, value)))
}

function headingOf({ kind, country, scheme, subject, claims }: Conflict): string {
  if (kind === 'several_values') return `${subject} has ${claims.length} ${scheme} values`
  return `${country} ${scheme} ${subject} is claimed by ${claims.length} banks`
}

function formatClaim({ bank, bank_status, value, status, is_served, sources }: ConflictClaim): string {
  const lists = sources.map(formatSource)
  const state = bank_status === 'active' ? status : `${status}, bank ${bank_status}`
  return `${is_served ? 'served' : 'not served'}: ${value} of ${bank} (${state}), from ${lists.join(', ')}`
}

function formatSource({ id, publisher, date, rows_dated, authority, outdated_by }: ClaimSource): string {
  const later = outdated_by ? `, no longer in ${outdated_by}` : ''
  return `${id} (${publisher}, ${rows_dated ? date : 'rows undated'}, ${authority}${later})`
}

/** Describes which claim is served, and whether it is the best-sourced one. */
export function formatVerdict({ kind, claims, is_broken }: Conflict): string {
  if (is_broken)
    return 'served for more than one bank, which must not happen; mark all but the best-sourced claim as unconfirmed.'
  const served = claims.filter(({ is_served }) => is_served)
  if (served.length === 0) return 'no claim is served.'
  if (kind === 'same_bic' || kind === 'same_lei') {
    const unexplained = served.filter(({ notes }) => !notes.some((note) => namesIdentifier(kind, note)))
    return unexplained.length <= 1
      ? 'shared, as the notes of the banks explain.'
      : 'shared, but the notes do not explain why.'
  }
  const main = served.find(({ is_main }) => is_main)
  if (main) return `several values are served, and ${main.value} is the main code.`
  if (served.length === claims.length) return 'all values are served, so the bank has no single code.'
  if (served.length > 1) return 'only the confirmed values are served.'
  return verdictOnOne(claims, served[0] as ConflictClaim)
}

function verdictOnOne(claims: ConflictClaim[], served: ConflictClaim): string {
  const from = served.sources[0] as ClaimSource
  const others = claims.filter((other) => other !== served)
  const better = others.filter(({ sources }) => byAuthority(sources[0] as ClaimSource, from) < 0)
  if (better.length === 0) {
    const isAlone = others.every(({ sources }) => byAuthority(sources[0] as ClaimSource, from) > 0)
    return isAlone
      ? `the best-sourced claim is served (${from.authority} list from ${from.date}).`
      : `the claims are equally well sourced (${from.authority} list from ${from.date}); the confirmed one is served.`
  }
  const notes = claims.flatMap((claim) => claim.notes)
  return better.every(({ value }) => notes.some((note) => hasWord(note, value)))
    ? 'the served claim is not the best-sourced one; the notes explain why.'
    : unexplainedVerdict
}

const namesIdentifier = (kind: 'same_bic' | 'same_lei', note: string): boolean =>
  note.includes(kind === 'same_bic' ? 'BIC' : 'LEI')

const hasWord = (note: string, value: string): boolean => note.split(/[^\p{L}\p{N}-]+/u).includes(value)

export const unexplainedVerdict =
  'the served claim is not the best-sourced one, and the notes do not explain why; correct it, or explain it in the notes.'
