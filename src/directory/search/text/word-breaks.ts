/**
 * Divides text that is written without spaces: Chinese and Japanese. The words that say what kind of institution it is
 * (銀行, 信用金庫) are cut out, with one form for all spellings of a kind. The rest becomes pairs of neighbouring
 * characters, so that any two characters of a name find it: 三井住友 becomes 三井, 井住 and 住友.
 */
import { once } from '../../memoize.ts'

/** A character after folding, and its UTF-16 offset in the text as written. */
export interface Letter {
  text: string
  at: number
}

export interface Segment {
  text: string
  /** The first and the last letter, as positions in the letters given; `last` is inclusive. */
  first: number
  last: number
}

export type Segmenter = (letters: readonly Letter[]) => Segment[]

/** Kinds of institutions, each with its other spellings: in full, in other countries, or as lists abbreviate it. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  銀行: ['商業銀行', '商銀', 'バンク'],
  信託: [],
  信金: ['信用金庫'],
  信組: ['信用組合'],
  信連: ['信用農業協同組合連合会'],
  信漁連: ['信用漁業協同組合連合会'],
  農協: ['農業協同組合', '農會'],
  漁協: ['漁業協同組合', '漁會'],
  労金: ['労働金庫'],
  証券: ['證券'],
  株式会社: [],
  有限公司: ['股份有限公司', '有限責任公司'],
}

interface Spelling {
  spelling: string
  kind: string
}

const foldKinds = (fold: (text: string) => string): Spelling[] =>
  Object.entries(kinds)
    .flatMap(([kind, others]) => [kind, ...others].map((spelling) => ({ spelling: fold(spelling), kind: fold(kind) })))
    // The longest first: 商業銀行 also contains 銀行.
    .sort((a, b) => b.spelling.length - a.spelling.length)

/** `fold` must be the folding of the letters that the segmenter gets. */
export function createSegmenter(fold: (text: string) => string): Segmenter {
  // Folded on first use, because the folding reads the tables of Chinese characters, and most processes need none.
  const allSpellings = once(() => foldKinds(fold))

  /** Whether a kind crosses this position. 工商銀行 is 工商 and 銀行, although it contains 商銀. */
  const isCutAt = (text: string, end: number): boolean =>
    allSpellings().some(({ spelling }) => spelling.length === 2 && text.startsWith(spelling, end - 1))

  return (letters) => {
    const text = letters.map((letter) => letter.text).join('')
    const spellings = allSpellings()
    const segments: Segment[] = []
    let restStart = 0
    for (let at = 0; at < text.length; at++) {
      const found = spellings.find(({ spelling }) => text.startsWith(spelling, at))
      if (found === undefined || isCutAt(text, at + found.spelling.length)) continue
      segments.push(...pairsOf(text, restStart, at))
      const last = at + found.spelling.length - 1
      segments.push({ text: found.kind, first: at, last })
      restStart = last + 1
      at = last
    }
    return [...segments, ...pairsOf(text, restStart, text.length)]
  }
}

function pairsOf(text: string, start: number, end: number): Segment[] {
  if (end - start === 1) return [{ text: text.slice(start, end), first: start, last: start }]
  const pairs: Segment[] = []
  for (let at = start; at + 1 < end; at++) pairs.push({ text: text.slice(at, at + 2), first: at, last: at + 1 })
  return pairs
}
