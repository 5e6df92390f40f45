/** What a bank gains by being where the query says. */

import type { QueryWord } from '../query/parse-query.ts'
import { commonMin } from './candidates.ts'
import type { WordMatches } from './word-matches.ts'

const gains = { country: 0.35, state: 0.2, city: 0.35 }
/** What the word must be worth to the bank. */
const worthMin = { country: 0.69, state: 0.69, city: 0.34 }

/**
 * A bank of the place that was named gains, and one that has the word itself, or one that begins so; not one that has
 * nothing else of the query but what so many have: "ing warsaw" is not Warsaw Federal. The slots are those of the query.
 */
export function locationBoost(
  query: readonly QueryWord[],
  slots: readonly WordMatches[],
): ((bank: number) => number) | undefined {
  const said = query.flatMap(({ saysWhere, place }) => (saysWhere && place ? place : []))
  // In "Bank of Montreal Europe" the city is a part of the name.
  const meant = said.at(-1)
  if (meant === undefined) return undefined
  const least = worthMin[meant.kind]
  const saying = slots
    .filter((_, at) => query[at]?.saysWhere && query[at]?.place === meant)
    .map(({ scoreByBank: gain }) => gain)
  const others = slots.filter((_, at) => query[at]?.place === undefined && query[at]?.isOptional === false)
  const rare = others.filter(({ count }) => count <= commonMin)
  const telling = (rare.length > 0 ? rare : others).map(({ scoreByBank: gain }) => gain)
  const isMeant = (bank: number): boolean =>
    isAbove(saying, bank, least) && (telling.length === 0 || isAbove(telling, bank, 0))
  return (bank) => (isMeant(bank) ? gains[meant.kind] : 0)
}

/** Whether any of the words gives the bank more; asked of thousands of banks. */
function isAbove(gainsOf: readonly Float32Array[], bank: number, least: number): boolean {
  for (let word = 0; word < gainsOf.length; word++) {
    if (((gainsOf[word] as Float32Array)[bank] as number) > least) return true
  }
  return false
}
