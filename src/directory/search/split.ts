/** Words that were written together, taken apart: "wellsfargo", "bankofamerica". */
import type { Vocabulary } from './vocabulary.ts'

const lettersMin = 6
const lettersMax = 30

/** Into as few known words as it takes; a word that is known, or cannot be taken apart, stays as it is. */
export function splitWord(vocabulary: Vocabulary, word: string): string[] {
  if (word.length < lettersMin || word.length > lettersMax) return [word]
  const [from, to] = vocabulary.startingWith(word)
  if (from < to) return [word]
  // Entry `end`: the fewest words that make up the first `end` letters.
  const ways: (string[] | undefined)[] = [[]]
  for (let end = 2; end <= word.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const before = ways[start]
      if (!before || (ways[end] && before.length + 1 >= (ways[end] as string[]).length)) continue
      const part = word.slice(start, end)
      if (vocabulary.find(part) >= 0) ways[end] = [...before, part]
    }
  }
  return ways[word.length] ?? [word]
}
