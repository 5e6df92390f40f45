/**
 * The errors of a lookup: a call that names no country, an unknown one, or an option that is invalid. The sentences suit
 * the library, the command line and the service; the service replaces those that its callers understand better with
 * requests in them. `[name]` marks a placeholder.
 */

import type { Missing } from '../builds/build-schema.ts'

export const lookupMessages = {
  /** The request is invalid. */
  invalid: {
    country_missing: 'Missing "country"; use a code or name such as "ng".',
    country_malformed: 'Invalid country [value]; use one code or name, such as "ng" or "Nigeria".',
    parameter_unknown: 'Unknown option [value]; use one of [known].',
    parameter_malformed: 'Invalid value [value] for "[name]"; use [allowed].',
    query_missing: 'The text to search for is missing; use a name, a location or a code, such as "access".',
    query_too_long: 'The text to search for is longer than [limit] characters; shorten it.',
    identifier_malformed:
      '"identifier" must be a string of 1 to [limit] characters; quote numbers so that leading zeros are not lost.',
    kinds_malformed: '"kinds" must be an array of strings; use one or more of [known].',
    text_malformed: '"text" must be a string of 1 to [limit] characters; split a longer one.',
    account_malformed:
      'An account must be an object; use one such as {"country":"us","method":"us_ach","fields":{...}}.',
    payment_method_missing: 'Missing "method"; use one of [known].',
    payment_method_unknown: 'Unknown payment method [value]; use one of [known].',
    field_missing: 'Missing field "[name]"; the payment method [method] needs [needed].',
    field_unknown: 'Unknown field [value]; the payment method [method] has [known].',
    field_malformed:
      'The field "[name]" must be a string of 1 to [limit] characters; quote numbers so that leading zeros are not lost.',
  },
  /** The request names something that does not exist. */
  unknown: {
    country_unsupported: 'Unsupported country [value]; use one of [supported].',
    bank_unknown: 'Unknown bank [value]; use the id of a bank, such as "ng-access-bank".',
    branches_unknown: 'The directory has no list of branches for [value]; it has lists for banks in [countries].',
  },
} as const

const sentences = { ...lookupMessages.invalid, ...lookupMessages.unknown }
export type LookupErrorCode = keyof typeof sentences

export const isLookupErrorCode = (code: string): code is LookupErrorCode => Object.hasOwn(sentences, code)

export type Placeholders<Message> = Message extends `${string}[${infer Name}]${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** Values for the placeholders. `value` is what the caller sent: the message quotes it. */
export type LookupErrorDetails<Code extends LookupErrorCode> = {
  [Name in Placeholders<(typeof sentences)[Code]>]: Name extends 'value' ? unknown : string
}

export class LookupError extends Error {
  override name = 'LookupError'
  readonly code: LookupErrorCode
  /** The values in the message. `value` is the value that the caller sent, as it is. */
  readonly details: Readonly<Record<string, unknown>>
  /** The second half of the message, if it is advice on this value. */
  readonly advice: string | undefined

  constructor(code: LookupErrorCode, details: Readonly<Record<string, unknown>>, advice?: string) {
    super(fillSentence(sentences[code], { ...details, value: quoteValue(details.value) }, advice))
    this.code = code
    this.details = details
    this.advice = advice
  }
}

/**
 * `advice`: see `fillSentence`. If it says why the directory does not have what the request names, programs get the reason
 * as `cause`.
 */
export const lookupError = <Code extends LookupErrorCode>(
  code: Code,
  details: LookupErrorDetails<Code> & Readonly<Record<string, unknown>>,
  advice?: string | Missing,
): LookupError => {
  if (typeof advice !== 'object') return new LookupError(code, details, advice)
  const { cause, sentence: reason } = advice
  return new LookupError(code, { ...details, cause, reason }, reason)
}

/**
 * `advice` replaces the second half of the sentence, after the semicolon, if there is better advice for this request than
 * the general one in the table.
 */
export function fillSentence(sentence: string, details: Readonly<Record<string, unknown>>, advice?: string): string {
  const fill = (text: string): string => text.replaceAll(/\[(\w+)\]/g, (_, name) => String(details[name]))
  return advice === undefined ? fill(sentence) : `${fill(sentence.split('; ', 1)[0] as string)}; ${advice}`
}

const quotedCharactersMax = 60

/**
 * Formats a value from the caller as JSON, which makes control characters visible, and truncates long values. `hide`
 * removes secrets before the text is truncated.
 */
export function quoteValue(value: unknown, hide = (text: string): string => text): string {
  const text = hide(toJson(value))
  return text.length <= quotedCharactersMax
    ? text
    : `${text.slice(0, quotedCharactersMax).toWellFormed()}… (${text.length} characters)`
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // `JSON.stringify` overflows the stack on deeply nested values that `JSON.parse` can read.
    return Array.isArray(value) ? 'a deeply nested array' : 'a deeply nested object'
  }
}
