/** Conflicts in sentences: both claims with their lists, which one is served, and why. */
import type { Claim, ClaimSource, Conflict } from './conflicts.ts'
import { byAuthority } from './source-authority.ts'

/** Of the hundreds of small banks that share a BIC the first few say it all. */
const claimsMax = 6

export function formatConflict(conflict: Conflict): string {
  const { claims } = conflict
  // Among the many numbers of a large bank the doubted ones are what there is to see.
  const isLong = claims.length > claimsMax
  const shown = isLong ? claims.toSorted((a, b) => Number(a.is_served) - Number(b.is_served)) : claims
  const lines = shown.slice(0, claimsMax).map(formatClaim)
  if (isLong) lines.push(`and ${claims.length - claimsMax} more`)
  lines.push(`explained: ${explanationOf(conflict) ?? 'no; settle it, or say in the notes why it is so'}`)
  return [`${headingOf(conflict)}: ${verdictOn(conflict)}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** The note that says why several claims stand; a main code says it as well. */
export function explanationOf({ kind, claims }: Conflict): string | undefined {
  const main = claims.find(({ is_main }) => is_main)
  if (main) return `${main.value} is marked as the main code.`
  const notes = claims.flatMap((claim) => claim.notes)
  if (kind === 'same_bic' || kind === 'same_lei') return notes.find((note) => namesIdentifier(kind, note))
  return notes.find((note) => note.includes('unconfirmed') || claims.some(({ value }) => hasWord(note, value)))
}

function headingOf({ kind, country, scheme, subject, claims }: Conflict): string {
  if (kind === 'several_values') return `${subject} has ${claims.length} values of ${scheme}`
  return `${country} ${scheme} ${subject} is claimed by ${claims.length} banks`
}

function formatClaim({ bank, bank_status, value, status, is_served, sources }: Claim): string {
  const lists = sources.map(formatSource)
  const state = bank_status === 'active' ? status : `${status}, bank ${bank_status}`
  return `${is_served ? 'served' : 'not served'}: ${value} of ${bank} (${state}), from ${lists.join(', ')}`
}

function formatSource({ id, publisher, date, rows_dated, standing, outdated_by }: ClaimSource): string {
  const later = outdated_by ? `, no longer in ${outdated_by}` : ''
  return `${id} (${publisher}, ${rows_dated ? date : 'rows undated'}, ${standing}${later})`
}

/** What is served, and whether that is what the better list says. */
export function verdictOn({ kind, claims, is_broken }: Conflict): string {
  if (is_broken) return 'served to more than one bank, which must not be; mark all but the best-sourced as unconfirmed.'
  const served = claims.filter(({ is_served }) => is_served)
  if (served.length === 0) return 'none is served.'
  if (kind === 'same_bic' || kind === 'same_lei') {
    const silent = served.filter(({ notes }) => !notes.some((note) => namesIdentifier(kind, note)))
    return silent.length <= 1 ? 'shared, as the notes of the banks say.' : 'shared, and the notes do not say why.'
  }
  const main = served.find(({ is_main }) => is_main)
  if (main) return `several are served, and ${main.value} is the main one.`
  if (served.length === claims.length) return 'all are served, so that none is "the" code of the bank.'
  if (served.length > 1) return 'those that are not doubted are served.'
  return verdictOnOne(claims, served[0] as Claim)
}

function verdictOnOne(claims: Claim[], served: Claim): string {
  const from = served.sources[0] as ClaimSource
  const others = claims.filter((other) => other !== served)
  const better = others.filter(({ sources }) => byAuthority(sources[0] as ClaimSource, from) < 0)
  if (better.length === 0) {
    const isAlone = others.every(({ sources }) => byAuthority(sources[0] as ClaimSource, from) > 0)
    return isAlone
      ? `the best-sourced is served: ${from.standing} list of ${from.date}.`
      : `equally well sourced (${from.standing} list of ${from.date}); the one that is not doubted is served.`
  }
  const notes = claims.flatMap((claim) => claim.notes)
  return better.every(({ value }) => notes.some((note) => hasWord(note, value)))
    ? 'the one that is served is not the best-sourced, for the reason that the notes give.'
    : unexplainedVerdict
}

const namesIdentifier = (kind: 'same_bic' | 'same_lei', note: string): boolean =>
  note.includes(kind === 'same_bic' ? 'BIC' : 'LEI')

const hasWord = (note: string, value: string): boolean => note.split(/[^\p{L}\p{N}-]+/u).includes(value)

export const unexplainedVerdict =
  'the one that is served is not the best-sourced, and the notes do not say why; correct it, or give the reason there.'
