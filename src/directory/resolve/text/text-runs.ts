/**
 * Splits free text into words and numbers: "zenith 100-000-0001" is the words "zenith" and the number "100-000-0001".
 * Reads the digits of all scripts.
 */

export interface TextRun {
  kind: 'words' | 'number'
  /** As written, without the spaces around it. */
  text: string
  /** Where it is in the text, in UTF-16 code units. */
  start: number
  end: number
}

/** A few digits next to a letter belong to the word, as in "N26" and "1st". Six do not: "gtbank0123456785". */
const group = '(?:\\p{Nd}{6,}|\\p{Nd}{1,5}(?![\\p{Nd}\\p{L}]))'
const separators = '[\\p{Zs}\\p{Pd}\\p{Cf}\\t./\\u2212]+'
const numbers = new RegExp(
  `(?<=\\p{L}\\p{M}*)\\p{Nd}{1,5}(?!\\p{Nd})|(?<number>${group}(?:${separators}${group})*)`,
  'gu',
)

/** Returns the runs in the order of the text. Text without a letter or digit is left out. */
export function splitText(text: string): TextRun[] {
  const runs: TextRun[] = []
  const addWords = (from: number, to = text.length): void => {
    const words = text.slice(from, to).trim()
    if (!/[\p{L}\p{Nd}]/u.test(words)) return
    const start = text.indexOf(words, from)
    runs.push({ kind: 'words', text: words, start, end: start + words.length })
  }
  let end = 0
  for (const { index, groups } of text.matchAll(numbers)) {
    const number = groups?.number
    if (number === undefined) continue
    addWords(end, index)
    end = index + number.length
    runs.push({ kind: 'number', text: number, start: index, end })
  }
  addWords(end)
  return runs
}

export const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0
