/** Ranks claims to a code by the authority and the date of their sources. */
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { compare } from '../serialize.ts'

/** From the highest authority to the lowest. */
export const authorities = ['issuer', 'publisher', 'community'] as const
export type Authority = (typeof authorities)[number]

/** Matches values of `publisher` that do not name a publisher. */
const unnamed = /^(?:unknown|several|community|the maintainers)\b|\bcontributors$/

/**
 * Returns how authoritative a source is. The issuer of the scheme has the highest authority. A list without a named
 * publisher, or one that its compiler publishes in their own repository, is a community list. Any other list has an
 * accountable publisher.
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
  authority: Authority
  date: string
  rows_dated: boolean
  outdated_by?: string
}

/**
 * Sorts better claims first. A claim comes last if a later edition of its list dropped it. The other claims are sorted
 * by authority (issuer, publisher, community list) and then from newest to oldest. A file whose rows may be older than
 * its date (`rows_dated` is false) counts as older than any other file.
 */
export const byAuthority = (a: DatedClaim, b: DatedClaim): number =>
  Number(a.outdated_by !== undefined) - Number(b.outdated_by !== undefined) ||
  authorities.indexOf(a.authority) - authorities.indexOf(b.authority) ||
  Number(b.rows_dated) - Number(a.rows_dated) ||
  compare(b.date, a.date)
