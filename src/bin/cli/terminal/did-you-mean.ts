/** Suggests the known word that a mistyped one is close to. */
import { nearestWord } from '../../../directory/nearest-word.ts'

/** Returns an empty text if no known word is near. */
export function didYouMean(
  typed: string,
  known: readonly string[],
  write = (word: string): string => JSON.stringify(word),
): string {
  const word = nearestWord(typed.toLowerCase(), known)
  return word === undefined ? '' : ` Did you mean ${write(word)}?`
}
