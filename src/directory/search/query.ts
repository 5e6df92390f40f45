/** The words of a query, and what each of them can be. */
import type { Range } from '../numbered.ts'
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
  weight: number
}

export function readQuery(words: readonly string[], places: Places): Wanted[] {
  return words.slice(0, wordsMax).map((text, at) => {
    const place = words.length > 1 ? placeAt(words, at, places) : undefined
    const isCountry = place !== undefined && place.region === undefined
    return {
      text,
      isOptional: words.length > 1 && (isCountry || isOptional(text)),
      isLast: at === words.length - 1,
      place,
      weight: 0,
    }
  })
}

function placeAt(words: readonly string[], at: number, places: Places): Place | undefined {
  // "Northern Ireland" is not Ireland.
  for (const from of [at - 1, at]) {
    const place = places.get(`${words[from]} ${words[from + 1]}`)
    if (place && isPlace(place, from)) return place
  }
  const text = words[at] as string
  const place = places.get(text)
  // The code of a state is mostly a word or a part of one: IN, OR, ME.
  const isCode = place?.region === text && at < words.length - 1
  return place && !isCode && isPlace(place, at) ? place : undefined
}

/** Many names begin with a state: Texas Capital, Ohio Valley. */
const isPlace = ({ region }: Place, from: number): boolean => region === undefined || from > 0

/** The banks of a country that stands behind a name, as in "ing romania" or "unicredit cz". */
export const meantBy = (query: readonly Wanted[]): readonly Range[] =>
  query.flatMap(({ text, place, isLast }, at) => {
    // A code of two letters may be a word elsewhere: IT, IS, AT.
    const isCountry = place?.region === undefined && at > 0 && !isOptional(text) && (isLast || text.length > 2)
    return isCountry ? (place?.ranges ?? []) : []
  })
