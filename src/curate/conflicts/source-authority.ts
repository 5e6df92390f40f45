/** Ranks claims to a code by the authority and the date of their sources. */
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import { compare } from '../serialize.ts'

/** From the highest to the lowest. */
export const authorities = ['issuer', 'publisher', 'community'] as const
export type Authority = (typeof authorities)[number]

/** Values of `publisher` that name no publisher. */
const unnamed = /^(?:unknown|several|community|the maintainers)\b|\bcontributors$/

/**
 * The issuer of the scheme has the highest authority. A list without a named publisher, or one in its compiler's own
 * repository, is a community list. Any other list has an accountable publisher.
 */
export function authorityOf({ publisher, via = '' }: Source, scheme: Scheme | undefined): Authority {
  const issuers = (scheme?.issuer ?? '').split(' / ').map(folded)
  if (
    publisher
      .split(' / ')
      .map(folded)
      .some((one) => issuers.includes(one))
  )
    return 'issuer'
  const owner = /^github\.com\/([^/ ]+)\//.exec(via)?.[1] ?? ''
  return unnamed.test(publisher) || folded(publisher) === folded(owner) ? 'community' : 'publisher'
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

export interface DatedClaim {
  standing: Authority
  date: string
  rows_dated: boolean
  outdated_by?: string
}

/**
 * Sorts the better claim first. A claim that a later edition of its list dropped comes last; then issuer, publisher and
 * community list in this order, and newer before older. A file without dated rows counts as older than any other.
 */
export const byAuthority = (a: DatedClaim, b: DatedClaim): number =>
  Number(a.outdated_by !== undefined) - Number(b.outdated_by !== undefined) ||
  authorities.indexOf(a.standing) - authorities.indexOf(b.standing) ||
  Number(b.rows_dated) - Number(a.rows_dated) ||
  compare(b.date, a.date)
