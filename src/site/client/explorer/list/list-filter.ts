/** Filters and counts the banks of a list that is loaded, so that filtering needs no network. */
import type { RowBank } from '../../../views/bank-row.ts'

/** A bank of a list that was requested with these fields. */
export type ListedBank = RowBank & { short_name?: string | null }

/** Returns the banks with all words of a text in their name, place or codes. */
export function filterBanks(banks: readonly ListedBank[], text: string): readonly ListedBank[] {
  const words = fold(text).split(' ').filter(Boolean)
  if (words.length === 0) return banks
  return banks.filter((bank) => {
    const found = fold(searchedText(bank))
    return words.every((word) => found.includes(word))
  })
}

const searchedText = ({ name, short_name, city, region, bic, code, codes = {} }: ListedBank): string =>
  [name, short_name, city, region, bic, code, ...Object.values(codes).flat()].filter(Boolean).join(' ')

/** Counts the banks of each type, most frequent first. */
export function countTypes(banks: readonly ListedBank[]): { value: string; count: number }[] {
  return [...Map.groupBy(banks, ({ type }) => type)]
    .map(([value, group]) => ({ value, count: group.length }))
    .sort((one, other) => other.count - one.count)
}

/**
 * Returns the index of the first bank for each initial letter, in a list that is sorted by name. Names that start with
 * anything else come under "#".
 */
export function initialsOf(banks: readonly ListedBank[]): Map<string, number> {
  const initials = new Map<string, number>()
  for (const [index, { name }] of banks.entries()) {
    // The order of the API ignores the article.
    const letter = fold(name).replace(/^the /, '').charAt(0).toUpperCase()
    const initial = /[A-Z]/.test(letter) ? letter : '#'
    if (!initials.has(initial)) initials.set(initial, index)
  }
  return initials
}

/** Returns text in lower case and without accents, so that "arbol" matches "Árbol". */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
