/** Finds the word that a misspelt word most likely means, for error messages. Search has its own, much faster index. */

/**
 * Returns the nearest of `words`, or undefined if none is near: one edit for every three letters, at most two. An edit
 * changes, adds or removes a letter, or swaps two neighbours. Of two words that are equally near, the longer one wins,
 * because people leave out letters more often than they add them.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Math.min(2, Math.floor(word.length / 3))
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) > fewest) continue
    const edits = editDistance(word, candidate, fewest)
    if (edits > fewest || (edits === fewest && candidate.length <= (nearest?.length ?? 0))) continue
    nearest = candidate
    fewest = edits
  }
  return nearest
}

/**
 * Fills the matrix of the optimal string alignment distance, of which only the last three rows are needed. Stops early
 * if the distance is more than `max`.
 */
function editDistance(a: string, b: string, max: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = (above[j - 1] as number) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before[j - 2] as number) + 1 : Infinity
      row.push(Math.min(changed, swapped, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    if (Math.min(...row) > max) return Infinity
    before = above
    above = row
  }
  return above[b.length] as number
}
