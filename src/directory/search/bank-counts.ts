/** How many banks have a word that very many have: counted when it is first asked for, not for every query. */
import type { SearchIndex } from './index.ts'
import { Slot } from './slot.ts'

/** Of what was typed into the slot. There are few such words and beginnings of words: all are remembered. */
export type BankCounts = (slot: Slot) => number

export function openBankCounts(index: SearchIndex): BankCounts {
  const counts = new Map<string, number>()
  const spare = new Slot(index, Number.POSITIVE_INFINITY)
  return ({ words: { text, isLast } }) => {
    const typed = isLast ? text : `${text} `
    const known = counts.get(typed)
    if (known !== undefined) return known
    spare.words.lookUpTyped(text, isLast)
    spare.spread(undefined, false)
    const { count } = spare
    spare.clear()
    counts.set(typed, count)
    return count
  }
}
