/**
 * Other ways to write a query: words taken apart that were written together, letters put together that stood apart,
 * spelled out what was written short, short what was spelled out, and as it is written what was written as it sounds.
 */
import type { SearchIndex } from './index.ts'

export interface Spelling {
  words: string[]
  /** How much better it must do than what was typed. */
  margin: number
}

/** Of words that are known as they stand, or begin a known one; it is tried only where these lead to no good bank. */
const knownMargin = 0.3
/** Into pieces of two letters a misspelt word comes apart, too. */
const scrapsMargin = 0.2
/** Of single letters, which stand apart in some names. */
const lettersMargin = 0.15
/** Of longer queries words are not tried as they sound: that takes longest. */
const soundWordsMax = 4

/** `isFound`: whether what was typed led to good banks. */
export function otherSpellings(index: SearchIndex, words: readonly string[], isFound: boolean): Spelling[] {
  const spellings: Spelling[] = []
  const apart = words.flatMap((word) => (!isFound || !beginsAny(index, word) ? splitWord(index, word) : [word]))
  if (apart.length > words.length) {
    const isKnown = words.some((word) => !apart.includes(word) && beginsAny(index, word))
    const hasScraps = apart.some((word) => word.length < 3 && !words.includes(word))
    spellings.push({ words: apart, margin: isKnown ? knownMargin : hasScraps ? scrapsMargin : 0 })
  }
  const together = joinLetters(words)
  if (together.length < words.length) spellings.push({ words: together, margin: lettersMargin })
  // "Kapitek" is Capitec.
  const withC = words.map((word) => word.replaceAll('k', 'c'))
  if (!isFound && words.length <= soundWordsMax && withC.some((word) => !words.includes(word)))
    spellings.push({ words: withC, margin: 0 })
  const inFull = words.flatMap((word) => fullForms.get(word) ?? [word])
  if (inFull.some((word) => !words.includes(word))) spellings.push({ words: inFull, margin: 0 })
  const text = words.join(' ')
  const inShort = shortForms.reduce((rest, [full, short]) => rest.replace(full, short), text)
  if (inShort !== text) spellings.push({ words: inShort.split(' '), margin: 0 })
  return spellings
}

/** What people write short in a name. */
const fullForms = new Map([
  ['bk', ['bank']],
  ['bs', ['building', 'society']],
  ['cu', ['credit', 'union']],
  ['fcu', ['federal', 'credit', 'union']],
  ['intl', ['international']],
  ['mfb', ['microfinance', 'bank']],
  ['natl', ['national']],
])

/** What names have short or not at all, and people write in full. */
const shortForms = [
  [/\bmicrofinance bank\b/, 'mfb'],
  [/ national association$/, ''],
] as const

function beginsAny({ vocabulary }: SearchIndex, word: string): boolean {
  const [from, to] = vocabulary.startingWith(word)
  return from < to
}

const lettersMin = 6
const lettersMax = 30

/** A beginning of the word, in known words. */
interface Way {
  words: string[]
  /** In how many names the rarest of them stands. */
  names: number
}

/**
 * "Bankofamerica": into as few known words as it takes, of which the rarest is as common as can be: "pncbank" is not "pn"
 * and "cbank", though there is a Cbank. What cannot be taken apart stays as it is.
 */
function splitWord({ vocabulary, wordStarts }: SearchIndex, word: string): string[] {
  if (word.length < lettersMin || word.length > lettersMax) return [word]
  /** Entry `end`: the best way to make up the first `end` letters. */
  const ways: (Way | undefined)[] = [{ words: [], names: Number.POSITIVE_INFINITY }]
  for (let end = 2; end <= word.length; end++) {
    for (let start = end === word.length ? 1 : 0; start <= end - 2; start++) {
      const [before, best] = [ways[start], ways[end]]
      if (!before || (best && before.words.length + 1 > best.words.length)) continue
      const part = word.slice(start, end)
      const found = vocabulary.find(part)
      if (found < 0) continue
      const names = Math.min(before.names, (wordStarts[found + 1] as number) - (wordStarts[found] as number))
      if (best && before.words.length + 1 === best.words.length && names <= best.names) continue
      ways[end] = { words: [...before.words, part], names }
    }
  }
  return ways[word.length]?.words ?? [word]
}

/** "I and M Bank", "U B A": single letters that follow each other. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    const isBetween = word === 'and' && isOpen && words[at + 1]?.length === 1
    if (isBetween) continue
    if (word.length === 1 && isOpen) joined[joined.length - 1] += word
    else joined.push(word)
    isOpen = word.length === 1
  }
  return joined
}
