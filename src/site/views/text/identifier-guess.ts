/**
 * Decides what happens to the text of a search: its words are searched, the text is resolved, or both. Keeps account numbers
 * out of URLs, because people type and paste them into any field.
 */
import { countDigits, splitText } from '../../../directory/resolve/text/text-runs.ts'

/** No account number is shorter. Bank codes that are this long are sent by POST as well. */
const digitsMin = 6

const labels =
  /\b(?:account|acct|acc|a\/c|nuban|iban|bic|swift|sort\s*code|routing|aba|konto|kontonummer|compte|cuenta|conta|clabe|number|no|nr|code)\b/gi

/**
 * Whether the text may have an account number, which no URL may contain: six or more digits with any separators, the start
 * of an IBAN, or three digits after a word such as "account".
 */
export const looksPrivate = (text: string): boolean =>
  countDigits(text) >= digitsMin || /\b(?:account|acct|acc|a\/c|nuban|iban)\b.*\d{3}/i.test(text) || isIbanStart(text)

const isIbanStart = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/i.test(text.replaceAll(/[\s.\-/]/g, ''))

/**
 * Returns what can be searched, and be in a URL: all of the text, or without what may be an account number, the words that
 * may be the name of a bank. Empty if there are none.
 */
export function toSearchQuery(text: string): string {
  if (!looksPrivate(text)) return text.trim()
  if (isIbanStart(text)) return ''
  const runs = splitText(text).filter(({ kind }) => kind === 'words')
  const words = runs.flatMap((run) => run.text.replaceAll(labels, ' ').split(/\s+/))
  return words
    .filter((word) => /\p{L}/u.test(word) && countDigits(word) < 3)
    .join(' ')
    .replace(/^[\s,:;-]+|[\s,:;-]+$/g, '')
}

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i

/**
 * Returns whether the text may be an identifier, so that it is resolved as well as searched. A word of eight or eleven
 * letters may be a BIC: "barclays" is written like one.
 */
export function mayBeIdentifier(text: string): boolean {
  const compact = text.replaceAll(/[\s.\-/]/g, '')
  return looksPrivate(text) || (compact.length > 2 && /\p{Nd}/u.test(compact)) || bicShape.test(compact)
}
