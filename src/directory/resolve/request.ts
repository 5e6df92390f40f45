/** A request to resolve an identifier: the text as people write it, a label in front of it, the countries it may be of. */
import { compact } from '../../identifiers/compact.ts'
import { splitLabel } from './label-prefix.ts'
import type { ReadingKind } from './reading.ts'

export interface ResolveRequest {
  /** The text as it came, without quotes and brackets around it. */
  text: string
  compacted: string
  /** The kind that a label in front of the text names. */
  label: ReadingKind | undefined
  /** Codes of the countries that are meant; empty if any may be. */
  countries: readonly string[]
}

/**
 * `given`: the countries that the caller named. `clearingCountries`: the country by the letters that payment messages
 * write before a national code, as in `//FW021000021`.
 */
export function parseRequest(
  identifier: string,
  given: readonly string[],
  clearingCountries: ReadonlyMap<string, string>,
): ResolveRequest {
  // Quotes, brackets, direction marks and thousands separators come along when a value is copied.
  const whole = identifier
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (arabic) => String(arabic.charCodeAt(0) & 0xf))
    .replace(/^[\s"'`(<[]+|[\s"'`)>\].,;]+$/g, '')
    .replaceAll('_', ' ')
  // `//CC` is a part of the Canadian form.
  const [prefix = '', clearing = ''] = /^\/\/(?!CC)([A-Z]{2})/i.exec(whole) ?? []
  const country = clearingCountries.get(clearing.toUpperCase())
  const { label, rest } = splitLabel(whole.slice(prefix.length))
  const text = /^\d{1,3}(,\d{3})+$/.test(rest) ? rest.replaceAll(',', '') : rest
  const countries = given.length === 0 && country !== undefined ? [country] : given
  return { text, compacted: compact(text), label, countries }
}

/** Words that forms and letters put in front of bank codes and account numbers. */
const wordsBeside =
  /\b(?:(?:sort(?:ing)?|bank|branch)(?:\s*code)?(?=[\s.:#=-]*\d)|s\/?c|clearing\s*(?:nummer|number|no|nr)?(?=[\s.:#=-]*\d)|konto\s*(?:nummer|nr)?|(?:bank\s*)?(?:account|acct|acc|a\/c)(?:\s*(?:no|number|nr|num)\b)?)[\s.:#=-]*/gi

/** Matches an account number with its bank code, by the first of `forms` that fits. */
export function matchAccountWithBank(
  { text }: ResolveRequest,
  forms: readonly RegExp[],
): Record<string, string> | undefined {
  const bare = text.replaceAll(wordsBeside, ' ').trim()
  return forms.map((form) => form.exec(bare)?.groups).find((groups) => groups)
}

export const allowsCountry = ({ countries }: ResolveRequest, country: string): boolean =>
  countries.length === 0 || countries.includes(country)

export const isCountryGiven = ({ countries }: ResolveRequest, country: string): boolean => countries.includes(country)

/** The share of digits: mostly letters are a name, not a number with a typo. */
export const digitShare = (text: string): number => text.replaceAll(/\D/g, '').length / text.length
