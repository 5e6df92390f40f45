/** Banks that have a code that was typed, whole or its first digits, the surest first. */
import { bankStatuses } from '../bank.ts'
import { codeStatuses } from '../codes.ts'
import type { Indexes } from '../indexes.ts'

/** The best of a bank's codes, by its place in the index of codes. */
export interface CodeHit {
  bank: number
  place: number
}

const digitsMin = 2

/** A code that is typed whole comes first, then a current one, then an open bank. */
const wholeGain = 8
const openGain = 2
const statusGains = codeStatuses.map((status) => ({ current: 4, unconfirmed: 1, former: 0 })[status])

const active = bankStatuses.indexOf('active')

/** Each bank once; of banks that fit alike the better known first. */
export function codeHits(
  digits: string,
  { codes, banks, search: { renown } }: Indexes,
  isWanted: (bank: number) => boolean,
): CodeHit[] {
  if (digits.length < digitsMin) return []
  const best = new Map<number, CodeHit & { rank: number }>()
  const { start, wholeEnd, end } = codes.startingWith(digits)
  for (let place = start; place < end; place++) {
    const bank = codes.bankAt(place)
    if (!isWanted(bank)) continue
    const rank =
      (place < wholeEnd ? wholeGain : 0) +
      (statusGains[codes.statusAt(place)] as number) +
      (banks.statusOf(bank) === active ? openGain : 0)
    const known = best.get(bank)
    if (!known) best.set(bank, { bank, place, rank })
    else if (rank > known.rank) Object.assign(known, { place, rank })
  }
  return [...best.values()].sort(
    (a, b) => b.rank - a.rank || (renown[b.bank] as number) - (renown[a.bank] as number) || a.bank - b.bank,
  )
}
