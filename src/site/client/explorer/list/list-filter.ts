/** Counts the banks of a list that is loaded, and finds their initial letters. */
import type { RowBank } from '../../../views/bank-row.ts'

/** Returns the values with their numbers, most frequent first. Leaves out empty values. */
export function countValues(values: readonly (string | null)[]): { value: string; count: number }[] {
  return [...Map.groupBy(values, (value) => value ?? '')]
    .filter(([value]) => value !== '')
    .map(([value, group]) => ({ value, count: group.length }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

/**
 * Returns the index of the first bank for each initial letter, in a list that is sorted by name. Names that start with
 * anything else come under "#".
 */
export function initialsOf(banks: readonly Pick<RowBank, 'name'>[]): Map<string, number> {
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
