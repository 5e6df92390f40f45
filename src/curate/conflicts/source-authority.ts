/** How much a claim on a code is worth, as far as the table of sources can tell: whose list it stands on, and how new. */
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import { compare } from '../serialize.ts'

/** From the best to the least. */
export const authorities = ['issuer', 'publisher', 'community'] as const
export type Authority = (typeof authorities)[number]

/** Compilers who could not or would not be named. */
const unnamed = /^(?:unknown|several|community|the maintainers)\b|\bcontributors$/

/**
 * The issuer of the scheme speaks for it. A list without a named publisher, or one that its compiler published in a
 * repository of his own, is a community list. What is left has a publisher who answers for it.
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
 * The better one first: what a later edition of its list took back comes last; then the issuer before others, a publisher
 * before a community list, and the newer one. A file without dated rows counts as older than any other.
 */
export const byAuthority = (a: DatedClaim, b: DatedClaim): number =>
  Number(a.outdated_by !== undefined) - Number(b.outdated_by !== undefined) ||
  authorities.indexOf(a.standing) - authorities.indexOf(b.standing) ||
  Number(b.rows_dated) - Number(a.rows_dated) ||
  compare(b.date, a.date)
