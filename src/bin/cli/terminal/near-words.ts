/** Finds the known word that a mistyped one is close to. */

/** A word at this distance is still a likely typo. */
const editsMax = 2

/**
 * Returns the nearest known word, or undefined if none is near. Half of a short word may not be changed, or every
 * two-letter word would be near every other.
 */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase()
  const near = known
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= editsMax && edits * 2 < word.length)
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate
}

export const didYouMean = (typed: string, known: readonly string[], write = (word: string): string => word): string => {
  const word = nearestWord(typed, known)
  return word === undefined ? '' : ` Did you mean ${write(word)}?`
}

/** Edit distance with swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const [above, twoAbove] = [rows[row - 1] as number[], rows[row - 2]]
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let edits = Math.min((above[column] as number) + 1, (current[column - 1] as number) + 1, replaced)
      if (twoAbove && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, (twoAbove[column - 2] as number) + 1)
      current.push(edits)
    }
    rows.push(current)
  }
  return rows[a.length]?.[b.length] as number
}
