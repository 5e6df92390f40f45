/** Random search texts, and small random changes to a text, for the hunt for expensive searches. */
import type { Random } from './random.ts'

/** The API rejects longer texts. */
const lengthMax = 100
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Letters that fold to two letters, a ligature, Hangul, a letter outside the basic plane, a lone combining mark. */
const unusual = ['ü', 'å', 'ß', 'æ', 'ﷺ', '각', '銀行', 'банк', '𝐚', '\u0301', '&', '.', "'", '-', '*', '#']
const separators = [' ', ' ', ' ', ' ', '', '-', '.', ' and ']

export interface Texts {
  random(): string
  changed(text: string): string
}

/** `words`: words of names; `common`: words and abbreviations that very many names have. */
export function createTexts(words: readonly string[], common: readonly string[], random: Random): Texts {
  const { below, pick } = random

  const randomLetters = (): string => Array.from({ length: 1 + below(20) }, () => pick([...letters])).join('')
  const digits = (): string => String(below(10 ** (1 + below(9))))
  const misspelt = (word: string): string => {
    const at = below(word.length)
    const letter = pick([...letters])
    return pick([
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    ])
  }
  const word = (): string => {
    const known = (): string => pick(words)
    const kinds = [
      known,
      () => pick(common),
      () => misspelt(known()),
      () => misspelt(pick(common)),
      () => misspelt(misspelt(known())),
      () => known() + known(),
      () => misspelt(known()) + pick(common),
      () => known().slice(0, 1 + below(4)),
      () => pick([...letters]),
      randomLetters,
      digits,
      () => known() + digits(),
      () => known() + pick(unusual),
    ]
    return pick(kinds)()
  }
  const cut = (text: string): string => text.slice(0, lengthMax).toWellFormed() || 'a'

  const changes: ((parts: string[], at: number) => void)[] = [
    (parts, at) => parts.splice(at, 1, word()),
    (parts, at) => parts.splice(at, 1, misspelt(parts[at] ?? '')),
    (parts, at) => parts.splice(at, 0, word()),
    (parts, at) => parts.splice(at, 1),
    (parts, at) => parts.splice(at, 2, parts.slice(at, at + 2).join('')),
    (parts, at) => parts.splice(at, 1, (parts[at] ?? '').slice(0, 1 + below(6))),
    (parts, at) => parts.push(...parts.splice(at, 1)),
    (parts, at) => parts.splice(at, 1, parts[at] + randomLetters()),
  ]

  return {
    random: () => cut(Array.from({ length: 1 + below(12) }, () => word() + pick(separators)).join('')),
    changed: (text) => {
      const parts = text.split(' ')
      for (let times = 1 + below(2); times > 0; times--) pick(changes)(parts, below(parts.length))
      return cut(parts.join(' '))
    },
  }
}
