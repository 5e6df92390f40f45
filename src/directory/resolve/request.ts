/** Parses a request to resolve an identifier into the text of the identifier, its label and the possible countries. */
import { compact } from '../../identifiers/compact.ts'
import { countryOfLabel, splitLabel } from './label-prefix.ts'
import type { ReadingKind } from './reading.ts'

export interface ResolveRequest {
  /** The text in the request after cleanup, without its label and without the quotes or brackets around it. */
  text: string
  /** The text without the labels inside it, such as those before the bank code and the account number. */
  bare: string
  compacted: string
  /** Whether `compacted` consists of digits only. */
  isNumeric: boolean
  /** The kind of identifier according to the label in front of the text, if it has one. */
  label: ReadingKind | undefined
  /** The main word of that label, such as CLABE, which can name one form of account number. */
  labelWord: string | undefined
  /** Codes of the countries that the identifier may belong to; empty for any country. */
  countries: readonly string[]
}

/**
 * `given`: the country codes in the request. `clearingCountries`: maps a clearing prefix to its country. Payment
 * messages put the prefix before a national code: FW in `//FW021000021` means the United States.
 */
export function parseRequest(
  identifier: string,
  given: readonly string[],
  clearingCountries: ReadonlyMap<string, string>,
): ResolveRequest {
  const whole = isClean.test(identifier) ? identifier : cleanUp(identifier)
  // Do not remove `//CC`: the reader for Canadian routing numbers does that.
  const [prefix, clearing] = (whole.startsWith('//') && /^\/\/(?!CC)([A-Z]{2})/i.exec(whole)) || noPrefix
  const split = splitLabel(prefix === undefined ? whole : whole.slice(prefix.length))
  const { label, labelWord, rest } = split
  const country = clearing === undefined ? countryOfLabel(split) : clearingCountries.get(clearing.toUpperCase())
  const text = rest.includes(',') && /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  return createRequest(text, { label, labelWord }, given.length === 0 && country !== undefined ? [country] : given)
}

const noPrefix: [prefix?: string, clearing?: string] = []

export function createRequest(
  text: string,
  { label, labelWord }: Pick<ResolveRequest, 'label' | 'labelWord'>,
  countries: readonly string[],
): ResolveRequest {
  const compacted = compact(text)
  const isNumeric = /^\d+$/.test(compacted)
  return { text, bare: withoutInnerLabels(text), compacted, isNumeric, label, labelWord, countries }
}

/** Matches text that needs no cleanup, as nearly all identifiers are written. */
const isClean = /^[A-Za-z0-9](?:[A-Za-z0-9 ./:-]*[A-Za-z0-9])?$/

/**
 * Cleans up copied text: it can have quotes or brackets around it, invisible direction marks and Arabic digits.
 * Thousands separators are removed later, after the label.
 */
const cleanUp = (identifier: string): string =>
  identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')

/** Labels that people write before the bank code and the account number when they give both. */
const innerLabels =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|(?:bsb|banco|ag(?:[eê]ncia)?|conta(?:\s*corrente)?|c\/?c)\b|clearing\s*(?:nummer|number|no|nr)?(?=[\s.:#=-]*\d)|konto\s*(?:nummer|nr)?|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

/** Matches a word with the first letter of a label. Few identifiers have one, and testing for it is faster. */
const labelStart = /\b[abcks]/i

const withoutInnerLabels = (text: string): string =>
  (labelStart.test(text) ? text.replaceAll(innerLabels, ' ') : text).trim()

/** Matches text that has both a bank code and an account number. Returns the groups of the first matching pattern. */
export function matchAccountWithBank(
  { bare }: ResolveRequest,
  patterns: readonly RegExp[],
): Record<string, string> | undefined {
  if (!digitGroups.test(bare)) return undefined
  for (const pattern of patterns) {
    const groups = pattern.exec(bare)?.groups
    if (groups) return groups
  }
  return undefined
}

/** Digits with a separator between them, as in all patterns for a bank code with an account number. */
const digitGroups = /^\d[\d.]*[\s/,;:|-][\d\s./,;:|-]*$/

export const allowsCountry = ({ countries }: ResolveRequest, country: string): boolean =>
  countries.length === 0 || countries.includes(country)

export const isCountryGiven = ({ countries }: ResolveRequest, country: string): boolean => countries.includes(country)

/**
 * Returns the share of digits in the text. Text that is mostly letters is probably a name, not a number with a typo.
 */
export function digitShare(text: string): number {
  let digits = 0
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits++
  return digits / text.length
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
