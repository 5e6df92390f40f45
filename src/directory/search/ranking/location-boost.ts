/** Boosts banks in the place that the query names, as in "ing romania" or "stanbic kampala". */

import type { QueryWord } from '../query/parse-query.ts'
import { locationScoreMin, locationWeights, thresholds } from '../ranking-weights.ts'
import type { WordMatches } from './word-matches.ts'

/**
 * Boosts banks in the named place, and banks with a name that contains the place word or a longer word that starts with
 * it. If the query also has name words, the bank must match one of them, and a rare one if there are any: "ing warsaw"
 * is not Warsaw Federal. `matches` has one entry per query word.
 */
export function createLocationBoost(
  query: readonly QueryWord[],
  matches: readonly WordMatches[],
): ((bank: number) => number) | undefined {
  const places = query.flatMap(({ isLocationQualifier, place }) => (isLocationQualifier && place ? place : []))
  // Use the last place: in "Bank of Montreal Europe", the city is part of the name.
  const named = places.at(-1)
  if (named === undefined) return undefined
  const placeScores = matches
    .filter((_, at) => query[at]?.isLocationQualifier && query[at]?.place === named)
    .map(({ scoreByBank }) => scoreByBank)
  const nameWords = matches.filter((_, at) => query[at]?.place === undefined && query[at]?.isOptional === false)
  const rareWords = nameWords.filter(({ bankCount }) => bankCount <= thresholds.commonBanks)
  const nameScores = (rareWords.length > 0 ? rareWords : nameWords).map(({ scoreByBank }) => scoreByBank)
  const scoreMin = locationScoreMin[named.kind]
  const boost = locationWeights.boost[named.kind]
  const isBoosted = (bank: number): boolean =>
    hasScoreAbove(placeScores, bank, scoreMin) && (nameScores.length === 0 || hasScoreAbove(nameScores, bank, 0))
  return (bank) => (isBoosted(bank) ? boost : 0)
}

/**
 * Whether any word scores more than `scoreMin` for the bank. Uses a plain loop for speed, because it runs for thousands
 * of banks.
 */
function hasScoreAbove(scores: readonly Float32Array[], bank: number, scoreMin: number): boolean {
  for (let word = 0; word < scores.length; word++) {
    if (((scores[word] as Float32Array)[bank] as number) > scoreMin) return true
  }
  return false
}
