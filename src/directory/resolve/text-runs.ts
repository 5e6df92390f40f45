/**
 * Splits free text into words and numbers: "zenith 100-000-0001" is the words "zenith" and the number "100-000-0001".
 * Reads the digits of all scripts.
 */

import { countryOfIban } from '../../identifiers/iban-country.ts'

export interface TextRun {
  kind: 'words' | 'number'
  /** As written, without the spaces around it. */
  text: string
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
  const addWords = (from: number, to?: number): void => {
    const words = text.slice(from, to).trim()
    if (/[\p{L}\p{Nd}]/u.test(words)) runs.push({ kind: 'words', text: words })
  }
  let end = 0
  for (const { index, groups } of text.matchAll(numbers)) {
    const number = groups?.number
    if (number === undefined) continue
    addWords(end, index)
    runs.push({ kind: 'number', text: number })
    end = index + number.length
  }
  addWords(end)
  return runs
}

/**
 * Returns the IBAN in a text with other words, with its separators. It has as many characters as an IBAN of its country,
 * whether or not its check digits are right.
 */
export function findIban(text: string): string | undefined {
  for (const { index } of text.matchAll(ibanStart)) {
    const rest = text.slice(index)
    const length = countryOfIban(rest.slice(0, 2).toUpperCase())?.structure.length
    if (length === undefined) continue
    const [found] = new RegExp(`^(?:[A-Z0-9][ -]?){${length - 1}}[A-Z0-9](?![\\p{L}\\p{Nd}])`, 'iu').exec(rest) ?? []
    if (found !== undefined) return found
  }
  return undefined
}

const ibanStart = /(?<![\p{L}\p{Nd}])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9])/giu

export const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0
