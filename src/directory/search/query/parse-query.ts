/** The words of a query, and what each of them can be. */
import { isOptional } from '../text/searchable-names.ts'
import { type Place, type Places, placeWordsMax } from './places.ts'

/** More words than anyone types; each costs memory. */
export const wordsMax = 8

/** A code of a country that stands in more names is mostly a word of one. */
const codeNamesMax = 5

/** A word of the query. */
export interface QueryWord {
  text: string
  /** A bank may lack it. */
  isOptional: boolean
  isLast: boolean
  place: Place | undefined
  /** How much of the place's name it is: a third of "Dar es Salaam". */
  share: number
  /** Whether it says where the bank is, as in "ing romania", "unicredit cz", "stanbic kampala" or "ubs new york". */
  saysWhere: boolean
  weight: number
}

export interface QueryContext {
  places: Places
  /** Whether banks of the place are looked for at all. */
  isPossible(place: Place): boolean
  /** In how many names the word stands. */
  namesWith(word: string): number
}

export function parseQuery(words: readonly string[], { places, isPossible, namesWith }: QueryContext): QueryWord[] {
  // "Kampala": no bank is called so, but many are there.
  const isPlaceAlone = words.every((word) => namesWith(word) === 0)

  const placeOf = (from: number, to: number): Place | undefined =>
    places
      .get(words.slice(from, to).join(' '))
      // Many names begin with a state or a city: Texas Capital, Ohio Valley, London Capital.
      ?.find((place) => isPossible(place) && (place.kind === 'country' || from > 0 || isPlaceAlone))

  const placeAt = (at: number): { place: Place | undefined; share: number } => {
    const text = words[at] as string
    // "Northern Ireland" is not Ireland.
    for (let length = placeWordsMax; length > 1; length--) {
      for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from++) {
        const place = placeOf(from, from + length)
        if (place) return { place, share: 1 / length }
      }
    }
    const place = placeOf(at, at + 1)
    // Within a name a code of two letters is a word: US Bank, IN, OR, ME.
    const isWord = text.length === 2 && (place?.kind !== 'country' || namesWith(text) > codeNamesMax)
    return { place: isWord && at < words.length - 1 ? undefined : place, share: 1 }
  }

  return words.slice(0, wordsMax).map((text, at) => {
    const isLast = at === words.length - 1
    const { place, share } = words.length > 1 || isPlaceAlone ? placeAt(at) : { place: undefined, share: 1 }
    const isCountry = place?.kind === 'country'
    return {
      text,
      isOptional: words.length > 1 && (isCountry || isOptional(text)),
      isLast,
      place,
      share,
      // "Kansas City" is not in Kansas.
      saysWhere: place !== undefined && at > 0 && !isOptional(text) && (isLast || place.kind !== 'state'),
      weight: 0,
    }
  })
}

/** Whether nothing but a place was typed: then it is not misspelt, though no bank may have it in its name. */
export const isPlace = (query: readonly QueryWord[]): boolean => query.every(({ place }) => place)
