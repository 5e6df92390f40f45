/** Banks by BIC, LEI, or a code with letters: looked up in the search index, which holds them too. */
import type { SearchIndex } from '../../search/indexing/search-index.ts'
import { type NameField, nameFields } from '../../search/text/searchable-names.ts'

type CodeField = 'bic' | 'lei' | 'code'

/** Former and unconfirmed codes are codes, too. */
const isOf = (field: NameField | undefined, wanted: CodeField): boolean =>
  field === wanted || (wanted === 'code' && field === 'other_code')

export interface IdentifierIndex {
  /** In any case. */
  find(text: string, field: CodeField): number[]
  withBicStart(start: string): number[]
}

export function createIdentifierIndex(index: SearchIndex): IdentifierIndex {
  const { vocabulary, wordStarts, wordNames, nameBanks, nameFields: fields } = index

  const add = (found: Set<number>, word: number, field: CodeField): void => {
    for (let at = wordStarts[word] as number; at < (wordStarts[word + 1] as number); at++) {
      const name = wordNames[at] as number
      if (isOf(nameFields[fields[name] as number], field)) found.add(nameBanks[name] as number)
    }
  }

  return {
    find: (text, field) => {
      const found = new Set<number>()
      const word = vocabulary.find(text.toLowerCase())
      if (word >= 0) add(found, word, field)
      return [...found]
    },
    withBicStart: (start) => {
      const found = new Set<number>()
      const [from, to] = vocabulary.startingWith(start.toLowerCase())
      for (let word = from; word < to; word++) add(found, word, 'bic')
      return [...found]
    },
  }
}
