/** The words of a query, and what each of them can be. */
import type { Range } from '../numbered.ts'
import { isOptional } from './names.ts'

/** More words than anyone types; each costs memory. */
export const wordsMax = 8

/** A word of the query. */
export interface Wanted {
  text: string
  /** A bank may lack it. */
  isOptional: boolean
  isLast: boolean
  countries: readonly Range[]
  weight: number
}

/** `countries`: the banks of a country by its folded name and codes. */
export function readQuery(words: readonly string[], countries: Map<string, readonly Range[]>): Wanted[] {
  return words.slice(0, wordsMax).map((text, at) => {
    const pairs = [text, `${text} ${words[at + 1]}`, `${words[at - 1]} ${text}`]
    const named = words.length > 1 ? pairs.map((pair) => countries.get(pair)).find((ranges) => ranges) : undefined
    return {
      text,
      isOptional: words.length > 1 && (named !== undefined || isOptional(text)),
      isLast: at === words.length - 1,
      countries: named ?? [],
      weight: 0,
    }
  })
}
