/** A request to resolve an identifier: the text as people write it, its label, and the countries it may belong to. */
import { compact } from '../../identifiers/compact.ts'
import { splitLabel } from './label-prefix.ts'
import type { ReadingKind } from './reading.ts'

export interface ResolveRequest {
  /** The text as received, without the label and without quotes and brackets around it. */
  text: string
  compacted: string
  /** The kind that a label in front of the text names. */
  label: ReadingKind | undefined
  /** Codes of the countries it may belong to; empty for any country. */
  countries: readonly string[]
}

/**
 * `given`: the countries in the request. `clearingCountries`: country by clearing prefix, the letters that payment
 * messages put before a national code, as in `//FW021000021`.
 */
export function parseRequest(
  identifier: string,
  given: readonly string[],
  clearingCountries: ReadonlyMap<string, string>,
): ResolveRequest {
  // A copied value can contain quotes, brackets, direction marks and thousands separators.
  const whole = identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')
  // `//CC` is left in place: the reader of Canadian routing numbers removes it.
  const [prefix = '', clearing = ''] = /^\/\/(?!CC)([A-Z]{2})/i.exec(whole) ?? []
  const country = clearingCountries.get(clearing.toUpperCase())
  const { label, rest } = splitLabel(whole.slice(prefix.length))
  const text = /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  const countries = given.length === 0 && country !== undefined ? [country] : given
  return { text, compacted: compact(text), label, countries }
}

/** Labels that people write before bank codes and account numbers. */
const innerLabels =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|clearing\s*(?:nummer|number|no|nr)?(?=[\s.:#=-]*\d)|konto\s*(?:nummer|nr)?|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

/** Matches an account number with its bank code. Returns the groups of the first pattern that matches. */
export function matchAccountWithBank(
  { text }: ResolveRequest,
  patterns: readonly RegExp[],
): Record<string, string> | undefined {
  const bare = text.replaceAll(innerLabels, ' ').trim()
  return patterns.map((pattern) => pattern.exec(bare)?.groups).find((groups) => groups)
}

export const allowsCountry = ({ countries }: ResolveRequest, country: string): boolean =>
  countries.length === 0 || countries.includes(country)

export const isCountryGiven = ({ countries }: ResolveRequest, country: string): boolean => countries.includes(country)

/** The share of digits in the text: text that is mostly letters is a name, not a number with a typo. */
export const digitShare = (text: string): number => text.replaceAll(/\D/g, '').length / text.length
