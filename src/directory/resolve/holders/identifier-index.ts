/**
 * Finds banks by BIC, LEI or a code with letters. Uses the search index, because it already contains these identifiers.
 */
import type { SearchIndex } from '../../search/indexing/search-index.ts'
import { type NameField, nameFields } from '../../search/text/searchable-names.ts'

type CodeField = 'bic' | 'lei' | 'code'

/** `code` also matches `other_code`, the field for former and unconfirmed codes. */
const matchesField = (field: NameField | undefined, wanted: CodeField): boolean =>
  field === wanted || (wanted === 'code' && field === 'other_code')

export interface IdentifierIndex {
  /** Case-insensitive. */
  find(text: string, field: CodeField): number[]
  withBicPrefix(prefix: string): number[]
}

export function createIdentifierIndex(index: SearchIndex): IdentifierIndex {
  const { vocabulary, wordStarts, wordNames, nameBanks, nameFields: fields } = index

  const add = (found: Set<number>, word: number, field: CodeField): void => {
    for (let at = wordStarts[word] as number; at < (wordStarts[word + 1] as number); at++) {
      const name = wordNames[at] as number
      if (matchesField(nameFields[fields[name] as number], field)) found.add(nameBanks[name] as number)
    }
  }

  return {
    find: (text, field) => {
      const found = new Set<number>()
      const word = vocabulary.find(text.toLowerCase())
      if (word >= 0) add(found, word, field)
      return [...found]
    },
    withBicPrefix: (prefix) => {
      const found = new Set<number>()
      const [from, to] = vocabulary.startingWith(prefix.toLowerCase())
      for (let word = from; word < to; word++) add(found, word, 'bic')
      return [...found]
    },
  }
}
