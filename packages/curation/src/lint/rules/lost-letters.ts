/**
 * Reports words that have lost their accents. Lists limited to ASCII write "Espana", "Koebenhavn" or "Credito". If the
 * accented form of a word is at least as common in the same country, the ASCII form is wrong, and users would see it as
 * our mistake.
 */
import { finding, isOpen, quoted, type Rule } from '../rule.ts'

export const lostLetters: Rule = {
  name: 'lost-letters',
  summary: 'A word in a name or city has the same accents as elsewhere in the country.',
  *find({ banks }) {
    for (const open of Map.groupBy(banks.filter(isOpen), ({ bank }) => bank.country).values()) {
      const counts = new Map<string, number>()
      for (const { bank } of open) {
        for (const text of [bank.name, bank.legal_name, bank.city, ...(bank.aliases ?? [])]) {
          for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
        }
      }
      const accentedByPlain = new Map(
        [...counts.keys()].flatMap((word) => plainForms(word).map((form) => [form, word] as const)),
      )
      for (const located of open) {
        for (const field of ['name', 'city'] as const) {
          for (const word of wordsOf(located.bank[field])) {
            const accented = accentedByPlain.get(word)
            if (accented === undefined || (counts.get(accented) ?? 0) < (counts.get(word) ?? 0)) continue
            const problem = `${field} ${quoted(located.bank[field] as string)} contains ${quoted(word)} instead of ${quoted(accented)}`
            yield finding(located, problem, 'restore the accents', `${located.bank.id} ${word}`)
          }
        }
      }
    }
  },
}

const wordOf = /\p{L}{4,}/gu

/** The ASCII spellings of Nordic, German and Polish letters, first as one letter and then as two. */
const plainLetters: Record<string, [one: string, two: string]> = {
  ø: ['o', 'oe'],
  æ: ['a', 'ae'],
  å: ['a', 'aa'],
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  ł: ['l', 'l'],
}

function plainForms(word: string): string[] {
  const spellings = [0, 1].map((form) =>
    [...word]
      .map((letter) => plainLetters[letter]?.[form] ?? letter)
      .join('')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  )
  return [...new Set(spellings)].filter((form) => form !== word)
}

const wordsOf = (text: string | undefined): string[] => text?.toLowerCase().match(wordOf) ?? []
