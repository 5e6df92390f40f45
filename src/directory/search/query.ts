/** The words of a query, and what each of them can be. */
import { isOptional } from './names.ts'
import type { Place, Places } from './places.ts'

/** More words than anyone types; each costs memory. */
export const wordsMax = 8

/** A word of the query. */
export interface Wanted {
  text: string
  /** A bank may lack it. */
  isOptional: boolean
  isLast: boolean
  place: Place | undefined
  /** Whether it says of which country the bank is, as in "ing romania" or "unicredit cz". */
  isCountry: boolean
  weight: number
}

/** `isPossible`: whether banks of the place are looked for at all. */
export function readQuery(words: readonly string[], places: Places, isPossible: (place: Place) => boolean): Wanted[] {
  const placeOf = (name: string, from: number): Place | undefined =>
    // Many names begin with a state: Texas Capital, Ohio Valley.
    places.get(name)?.find((place) => isPossible(place) && (place.region === undefined || from > 0))

  const placeAt = (at: number): Place | undefined => {
    const text = words[at] as string
    // "Northern Ireland" is not Ireland.
    const ofTwo = placeOf(`${words[at - 1]} ${text}`, at - 1) ?? placeOf(`${text} ${words[at + 1]}`, at)
    if (ofTwo) return ofTwo
    const place = placeOf(text, at)
    // Within a name the code of a state is a word: IN, OR, ME.
    return place?.region === text && at < words.length - 1 ? undefined : place
  }

  return words.slice(0, wordsMax).map((text, at) => {
    const isLast = at === words.length - 1
    const place = words.length > 1 ? placeAt(at) : undefined
    const isNamed = place !== undefined && place.region === undefined
    return {
      text,
      isOptional: words.length > 1 && (isNamed || isOptional(text)),
      isLast,
      place,
      // Within a name a code of two letters is a word, too: IT, IS, AT.
      isCountry: isNamed && at > 0 && !isOptional(text) && (isLast || text.length > 2),
      weight: 0,
    }
  })
}
