/** Sort codes of the United Kingdom, alone and with an account number. */
import * as gbAccount from '../../identifiers/gb-account.ts'
import * as sortCode from '../../identifiers/sort-code.ts'
import type { Verdict } from '../../identifiers/verdict.ts'
import { type Asked, type Context, isNamed, mayBe, pairOf, reading } from './asked.ts'
import type { Found, Holders } from './holders.ts'
import type { Reading } from './reading.ts'

export function holdersOfSortCode(six: string, holders: Holders): Found & { isExact: boolean } {
  const exact = holders.codes(six).filter(({ scheme }) => scheme === 'gb_sort_code')
  if (exact.length > 0) return { ...holders.ofCodes(exact), isExact: true }
  return { ...holders.ofSortCodeRange(six), isExact: false }
}

const indication = 'The directory of sort codes is not open: who usually holds codes that begin so, an indication only.'

/** In pairs. */
export const isWritten = ({ text }: Asked): boolean => /^\d\d[-. ]\d\d[-. ]\d\d$/.test(text)
const isWrittenShort = ({ text }: Asked): boolean => /^\d-\d\d-\d\d$/.test(text)

export function asSortCode(asked: Asked, { holders }: Context): Reading[] {
  const { compacted, label } = asked
  const isSaid = label === 'gb_sort_code'
  const isNearly = /^\d{5}$/.test(compacted) && (isNamed(asked, 'GB') || isWrittenShort(asked))
  if (!mayBe(asked, 'GB') || !(/^\d{6}$/.test(compacted) || isNearly || (isSaid && !pairIn(asked)))) return []
  const verdict = checkWritten(asked)
  const found = holdersOfSortCode(compacted, holders)
  // Six digits can be many things; where nobody is known to hold them they are a sort code only if written like one.
  const isMeant = isSaid || isNamed(asked, 'GB') || isWritten(asked) || isWrittenShort(asked)
  if (!isMeant && found.holders.length === 0) return []
  return [
    reading(
      'gb_sort_code',
      verdict,
      sortCode.parts,
      found,
      found.isExact || found.holders.length === 0 ? null : indication,
    ),
  ]
}

/** In 40-05-1 it is not the first digit that is missing. */
function checkWritten(asked: Asked): Verdict {
  const { compacted, text } = asked
  const verdict = sortCode.check(compacted)
  const isWhole = !/\d\D+\d/.test(text) || isWrittenShort(asked)
  return verdict.verdict === 'refused' && !isWhole ? { ...verdict, suggestion: null } : verdict
}

/** However the two are set apart; where the dashes stand, the sort code is. */
const pairForms = [
  /^(?<code>\d\d[-. ]?\d\d[-. ]?\d\d)[\s/,;:|-]+(?<account>\d{6,10})$/,
  /^(?<account>\d{6,10})[\s/,;:|-]+(?<code>\d\d[-.]\d\d[-.]\d\d)$/,
  /^(?<account>\d{8})[\s/,;:|-]+(?<code>\d\d ?\d\d ?\d\d)$/,
  // Without the zero in front.
  /^(?<code>\d-\d\d-\d\d|\d{5})[\s/,;:|-]+(?<account>\d{8})$/,
]

const pairIn = (asked: Asked): Record<string, string> | undefined => pairOf(asked, pairForms)

export function asGbAccount(asked: Asked, { holders }: Context): Reading[] {
  const { compacted } = asked
  if (!mayBe(asked, 'GB')) return []
  const pair = pairIn(asked)
  const isLong = /^\d{14}$/.test(compacted) || (isNamed(asked, 'GB') && /^\d{12,16}$/.test(compacted))
  if (!pair && !isLong) return []
  const verdict = pair ? gbAccount.checkPair(pair.code as string, pair.account as string) : gbAccount.check(compacted)
  const found = holdersOfSortCode(verdict.canonical.slice(0, 6), holders)
  const note = found.isExact || found.holders.length === 0 ? null : indication
  return [reading('gb_account', verdict, gbAccount.parts, found, note)]
}
