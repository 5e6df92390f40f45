/** Parses a request to resolve an identifier into the text of the identifier, its label and the possible countries. */
import { compact } from '../../identifiers/compact.ts'
import { splitLabel } from './label-prefix.ts'
import type { ReadingKind } from './reading.ts'

export interface ResolveRequest {
  /** The text in the request after cleanup, without its label and without the quotes or brackets around it. */
  text: string
  compacted: string
  /** The kind of identifier according to the label in front of the text, if it has one. */
  label: ReadingKind | undefined
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
  // Clean up copied text: it can have quotes or brackets around it, invisible direction marks and Arabic digits.
  // Thousands separators are removed below, after the label.
  const whole = identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')
  // Do not remove `//CC`: the reader for Canadian routing numbers does that.
  const [prefix = '', clearing = ''] = /^\/\/(?!CC)([A-Z]{2})/i.exec(whole) ?? []
  const country = clearingCountries.get(clearing.toUpperCase())
  const { label, rest } = splitLabel(whole.slice(prefix.length))
  const text = /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  const countries = given.length === 0 && country !== undefined ? [country] : given
  return { text, compacted: compact(text), label, countries }
}

/** Labels that people write before the bank code and the account number when they give both. */
const innerLabels =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|(?:bsb|banco|ag[eê]ncia|conta)\b|clearing\s*(?:nummer|number|no|nr)?(?=[\s.:#=-]*\d)|konto\s*(?:nummer|nr)?|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

export const withoutInnerLabels = (text: string): string => text.replaceAll(innerLabels, ' ').trim()

/** Matches text that has both a bank code and an account number. Returns the groups of the first matching pattern. */
export function matchAccountWithBank(
  { text }: ResolveRequest,
  patterns: readonly RegExp[],
): Record<string, string> | undefined {
  const bare = withoutInnerLabels(text)
  return patterns.map((pattern) => pattern.exec(bare)?.groups).find((groups) => groups)
}

export const allowsCountry = ({ countries }: ResolveRequest, country: string): boolean =>
  countries.length === 0 || countries.includes(country)

export const isCountryGiven = ({ countries }: ResolveRequest, country: string): boolean => countries.includes(country)

/**
 * Returns the share of digits in the text. Text that is mostly letters is probably a name, not a number with a typo.
 */
export const digitShare = (text: string): number => text.replaceAll(/\D/g, '').length / text.length
