/** Joins consecutive single letters: lists write "U S A A" or "H E B" for "USAA" and "HEB". */
export function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let follows = false
  for (const word of words) {
    const isInitial = word.length === 1
    if (isInitial && follows) joined.push(`${joined.pop()}${word}`)
    else joined.push(word)
    follows = isInitial
  }
  return joined
}
