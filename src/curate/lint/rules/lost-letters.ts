/**
 * Lists that know only plain letters write "Espana", "Koebenhavn" or "Credito". If another name of the country has the word
 * with its letters, at least as often, the plain one is a loss: people read it as a mistake of ours.
 */
import { bankFinding, type Finding, isOpen, type LintedData, quoted, type Rule } from '../rule.ts'

export const lostLetters: Rule = {
  name: 'lost-letters',
  summary: 'A word of a name or a city has the letters that it has in other names of the country.',
  find,
}

const wordOf = /\p{L}{4,}/gu

/** Nordic and German letters as they are written without them, in one letter or in two. */
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
  const spelled = [0, 1].map((form) =>
    [...word]
      .map((letter) => plainLetters[letter]?.[form] ?? letter)
      .join('')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  )
  return [...new Set(spelled)].filter((form) => form !== word)
}

const wordsOf = (text: string | undefined): string[] => text?.toLowerCase().match(wordOf) ?? []

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const open of Map.groupBy(banks.filter(isOpen), ({ bank }) => bank.country).values()) {
    const counts = new Map<string, number>()
    for (const { bank } of open) {
      for (const text of [bank.name, bank.legal_name, bank.city, ...(bank.aliases ?? [])]) {
        for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
    const lettered = new Map(
      [...counts.keys()].flatMap((word) => plainForms(word).map((form) => [form, word] as const)),
    )
    for (const located of open) {
      for (const field of ['name', 'city'] as const) {
        for (const word of wordsOf(located.bank[field])) {
          const right = lettered.get(word)
          if (right === undefined || (counts.get(right) ?? 0) < (counts.get(word) ?? 0)) continue
          const problem = `its ${field} ${quoted(located.bank[field] as string)} has ${quoted(word)} for ${quoted(right)}`
          yield bankFinding(located, problem, 'write the letters', `${located.bank.id} ${word}`)
        }
      }
    }
  }
}
