/** Parses a query: determines whether each word is optional, still being typed, or part of a place name. */
import { thresholds } from '../ranking-weights.ts'
import { wordsMax } from '../search-limits.ts'
import { isAbbreviation, isOptional } from '../text/abbreviations.ts'
import { type Place, type Places, placeWordsMax } from './places.ts'

export interface QueryWord {
  text: string
  /** A bank can match without this word. */
  isOptional: boolean
  /** The user may still be typing this word. */
  isLast: boolean
  place: Place | undefined
  /**
   * How much the word counts, as a fraction of a whole word: a third for each word of "Dar es Salaam", because together
   * they name one place.
   */
  share: number
  /** The word says where the bank is, as in "ing romania", "unicredit cz", "stanbic kampala" or "ubs new york". */
  isLocationQualifier: boolean
  /** How much the word counts in the scores. Set once the number of banks that match the word is known. */
  weight: number
}

export interface QueryContext {
  places: Places
  /** Whether the search includes banks in the place. */
  isInScope(place: Place): boolean
  /** Number of names that contain the word. */
  nameCount(word: string): number
}

export function parseQuery(words: readonly string[], { places, isInScope, nameCount }: QueryContext): QueryWord[] {
  // If no name contains any of the words, the query may be just a place: "kampala" is in no bank's name, but many banks
  // are there.
  const hasNoName = words.every((word) => nameCount(word) === 0)

  const findPlace = (from: number, to: number): Place | undefined =>
    places
      .get(words.slice(from, to).join(' '))
      // A state or city at the start is usually part of a name: Texas Capital, Ohio Valley, London Capital.
      ?.find(
        (place) => (place.namesakes ?? [place]).every(isInScope) && (place.kind === 'country' || from > 0 || hasNoName),
      )

  const placeAt = (at: number): { place: Place | undefined; share: number } => {
    const text = words[at] as string
    // Try the longest place name first: "Northern Ireland" is not Ireland.
    for (let length = placeWordsMax; length > 1; length--) {
      for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from++) {
        const place = findPlace(from, from + length)
        if (place) return { place, share: 1 / length }
      }
    }
    const place = findPlace(at, at + 1)
    // Unless it is the last word, a two-letter code is usually part of a name ("US Bank"), an ordinary word ("in",
    // "or", "me") or an abbreviation ("tr" for trust).
    const isInName =
      text.length === 2 &&
      (place?.kind !== 'country' || isAbbreviation(text) || nameCount(text) > thresholds.countryCodeNamesMax)
    return { place: isInName && at < words.length - 1 ? undefined : place, share: 1 }
  }

  return words.slice(0, wordsMax).map((text, at) => {
    const isLast = at === words.length - 1
    const { place, share } = words.length > 1 || hasNoName ? placeAt(at) : { place: undefined, share: 1 }
    const isCountry = place?.kind === 'country'
    return {
      text,
      isOptional: words.length > 1 && (isCountry || isOptional(text)),
      isLast,
      place,
      share,
      // A state name counts as a location only if it is the last word: "Kansas City" is not in Kansas.
      isLocationQualifier: place !== undefined && at > 0 && !isOptional(text) && (isLast || place.kind !== 'state'),
      weight: 0,
    }
  })
}

/**
 * Whether every word is part of a place name. Such a query is not treated as misspelt, even if no bank has the place in
 * its name.
 */
export const isPlaceOnly = (query: readonly QueryWord[]): boolean => query.every(({ place }) => place)
