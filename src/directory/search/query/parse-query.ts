/** The words of a query, and what each of them can be. */
import { thresholds } from '../ranking/ranking-weights.ts'
import { wordsMax } from '../ranking/search-limits.ts'
import { isOptional } from '../text/optional-words.ts'
import { type Place, type Places, placeWordsMax } from './places.ts'

export interface QueryWord {
  text: string
  /** A bank may lack it. */
  isOptional: boolean
  /** The user may still be typing it. */
  isLast: boolean
  place: Place | undefined
  /** The share of the place's name that it is: a third of "Dar es Salaam". */
  share: number
  /** It says where the bank is, as in "ing romania", "unicredit cz", "stanbic kampala" or "ubs new york". */
  isLocationQualifier: boolean
  /** Set when it is known how many banks have the word. */
  weight: number
}

export interface QueryContext {
  places: Places
  /** Whether the search includes banks in the place. */
  isInScope(place: Place): boolean
  /** In how many names the word stands. */
  nameCount(word: string): number
}

export function parseQuery(words: readonly string[], { places, isInScope, nameCount }: QueryContext): QueryWord[] {
  // "Kampala": no bank has it in its name, but many are there.
  const hasNoName = words.every((word) => nameCount(word) === 0)

  const findPlace = (from: number, to: number): Place | undefined =>
    places
      .get(words.slice(from, to).join(' '))
      // Many names begin with a state or a city: Texas Capital, Ohio Valley, London Capital.
      ?.find((place) => isInScope(place) && (place.kind === 'country' || from > 0 || hasNoName))

  const placeAt = (at: number): { place: Place | undefined; share: number } => {
    const text = words[at] as string
    // The longest first: "Northern Ireland" is not Ireland.
    for (let length = placeWordsMax; length > 1; length--) {
      for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from++) {
        const place = findPlace(from, from + length)
        if (place) return { place, share: 1 / length }
      }
    }
    const place = findPlace(at, at + 1)
    // Inside a query, a code of two letters is a word of a name: US Bank, IN, OR, ME.
    const isInName =
      text.length === 2 && (place?.kind !== 'country' || nameCount(text) > thresholds.countryCodeNamesMax)
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
      // "Kansas City" is not in Kansas.
      isLocationQualifier: place !== undefined && at > 0 && !isOptional(text) && (isLast || place.kind !== 'state'),
      weight: 0,
    }
  })
}

/** The query names a place and nothing else, so it is not misspelt, even if no bank has it in its name. */
export const isPlaceOnly = (query: readonly QueryWord[]): boolean => query.every(({ place }) => place)
