/**
 * The table of all errors: messages by status and code. `[name]` marks a placeholder. The errors page of the
 * documentation and the OpenAPI description are generated from this table.
 */
import {
  fillSentence,
  type LookupError,
  lookupMessages,
  type Placeholders,
  quoteValue,
} from '../../directory/requests/lookup-error.ts'
import { hideKeys } from '../../keys/key-format.ts'

const messages = {
  400: {
    ...lookupMessages.invalid,
    country_missing:
      'Missing "country"; send a code or name such as "ng". GET /v1/supported-countries/ lists all codes.',
    country_malformed:
      'Invalid country [value]; send one code or name, such as "ng" or "Nigeria". GET /v1/supported-countries/ lists them.',
    parameter_unknown: 'Unknown query parameter [value]; this endpoint accepts [known].',
    parameter_malformed: 'Invalid value [value] for the query parameter "[name]"; send [allowed].',
    provider_filter_unknown:
      'This directory does not know "[name]", so it cannot filter by it; omit it, or send the request to [provider].',
    query_missing: 'Missing query parameter "q"; send the text to search for, as in /v1/search?q=access.',
    query_too_long: 'The query parameter "q" is longer than [limit] characters; shorten it.',
    bank_missing: 'Missing query parameter "bank"; send the id of a bank, as in /v1/branches?bank=in-dcb-bank.',
    account_malformed:
      'An account must be an object such as {"country":"us","method":"us_ach","fields":{...}}; "country" and "method" can also be next to "accounts", for all of them.',
    payment_method_missing:
      'Missing "method"; use one of [known]. GET /v1/account-requirements?country=[country] lists their fields.',
    payment_method_unknown:
      'Unknown payment method [value]; use one of [known]. GET /v1/account-requirements?country=[country] lists their fields.',
    body_missing: 'The request body is missing; send a JSON object such as [example].',
    body_not_utf8: 'The request body is not valid UTF-8; send JSON encoded as UTF-8.',
    body_not_json: 'The request body [value] is not valid JSON; send an object such as [example].',
    body_not_object: 'The request body [value] is not a JSON object; send one such as [example].',
    since_missing:
      'Missing query parameter "since"; send the revision of your copy, as in /v1/changes?since=2026-11-14.3f9a1c20, or a date.',
    identifier_missing: 'Missing "identifier", "identifiers" or "text"; send one of them, as in {"identifier":"058"}.',
    identifier_twice: 'The request has more than one of "identifier", "identifiers" and "text"; send only one of them.',
    identifiers_malformed:
      '"identifiers" must be an array of 1 to [limit] strings; quote numbers so that leading zeros are not lost.',
    account_missing:
      'Missing "fields" or "accounts"; send one of them, as in {"country":"us","method":"us_ach","fields":{...}}.',
    account_twice: 'The request has both "fields" and "accounts"; send only one of them.',
    accounts_malformed:
      '"accounts" must be an array of 1 to [limit] accounts; split a larger file into several requests.',
    body_not_empty: 'Unexpected request body [value]; send no body, or {}.',
    idempotency_key_malformed:
      'Invalid Idempotency-Key [value]; use 1 to 255 printable ASCII characters, or omit the header.',
    idempotency_key_twice: 'The request has more than one Idempotency-Key header; send only one.',
    key_twice: 'The request has more than one key; send only one, in Authorization or in X-Public-Hash-Key.',
    key_in_url:
      'The URL contains a key, and URLs end up in logs; revoke that key, issue a new one and send it in a header.',
    content_type_missing: 'A QUERY request needs a content type; send the header Content-Type: application/json.',
    url_malformed: 'The path [value] is malformed; percent-encode it as UTF-8.',
    host_missing: 'The Host header is missing; send one, as HTTP/1.1 requires.',
    request_malformed: 'Malformed HTTP request; check the request line, the headers and the content length.',
  },
  401: {
    key_missing:
      'This endpoint requires a key; send it as Authorization: Bearer <PUBLIC_HASH_KEY>, or in X-Public-Hash-Key.',
    key_malformed: 'The key is malformed; copy it again in full.',
    key_refused: 'The key is unknown, revoked or expired; use another key, or omit it where none is required.',
  },
  404: {
    ...lookupMessages.unknown,
    path_unknown: 'Unknown path [value]; GET / lists the endpoints.',
    script_not_built:
      'This installation does not contain [value]; run npm ci without --omit=dev and --ignore-scripts, then restart the service.',
    bank_unknown: 'Unknown bank [value]; use an id from a list such as GET /v1/banks?country=ng.',
    provider_codes_unknown: 'This data has no bank codes of [provider] for [country]; it has them for [known].',
    revision_unknown:
      'No changes are available from [value] to the current revision [revision]; fetch the full list and continue from its revision.',
  },
  405: {
    method_not_allowed: '[method] is not allowed on [value]; use [allowed].',
  },
  408: {
    request_timeout: 'The request took too long to arrive; send it again without pauses.',
  },
  413: {
    body_too_large: 'The request body is larger than [limit] bytes; send a smaller one.',
  },
  415: {
    content_type_unsupported:
      'Unsupported content type [value]; send JSON with the header Content-Type: application/json.',
    content_encoding_unsupported: 'Unsupported content encoding [value]; send the body uncompressed.',
  },
  417: {
    expectation_unknown: 'Unsupported header Expect: [value]; omit it.',
  },
  429: {
    rate_limited: 'Rate limit exceeded: this [subject] may send [limit] requests per minute; try again in [seconds] s.',
    batch_limited:
      'Rate limit exceeded: this batch counts as [cost] requests, and this [subject] may send [limit] requests per minute; try again in [seconds] s, or send a smaller batch.',
    guesses_limited: 'Too many invalid keys from this address; check your key and try again in [seconds] s.',
  },
  431: {
    headers_too_large: 'The request line and headers are larger than [limit] bytes; send fewer or shorter headers.',
  },
  500: {
    internal_error: 'Internal error; try again, and contact the operator if it persists.',
  },
  501: {
    provider_only:
      'A directory does not know [what]; only [provider] does. Send this request to [address] with your key for [provider]; see /docs/1.0/not-known.',
    mcp_not_installed:
      'This service cannot serve MCP; ask the operator to install the package @modelcontextprotocol/server, or to set MCP=off.',
  },
  503: {
    lists_busy: 'Too many lists are being built; try again in [seconds] s.',
    responses_busy: 'Too many large responses are waiting to be read; read them, or try again in [seconds] s.',
    store_unavailable:
      'Keys and records are temporarily unavailable; try again in [seconds] s. Lookups without a key still work.',
  },
} as const

type Messages = typeof messages
type CodesWith<Status extends keyof Messages> = keyof Messages[Status]
export type ProblemCode = { [Status in keyof Messages]: CodesWith<Status> }[keyof Messages]

/** All problems, keyed by code. */
export const problems = Object.fromEntries(
  Object.entries(messages).flatMap(([status, byCode]) =>
    Object.entries(byCode).map(([code, sentence]) => [code, { status: Number(status), sentence }]),
  ),
) as Record<ProblemCode, { status: number; sentence: string }>

export const optionalCountryProblems: ProblemCode[] = ['country_malformed', 'country_unsupported']
export const countryProblems: ProblemCode[] = ['country_missing', ...optionalCountryProblems]
export const queryProblems: ProblemCode[] = ['parameter_unknown', 'parameter_malformed', 'responses_busy']
export const listProblems: ProblemCode[] = [...queryProblems, 'lists_busy']
export const bodyProblems: ProblemCode[] = [
  'body_missing',
  'body_not_utf8',
  'body_not_json',
  'body_not_object',
  'body_too_large',
  'content_type_unsupported',
  'content_encoding_unsupported',
]

/** All problems, for the table in the documentation. */
export const problemRows = Object.entries(problems).map(([code, { status, sentence }]) => ({ code, status, sentence }))

type MessageOf<Code> = {
  [Status in keyof Messages]: Code extends CodesWith<Status> ? Messages[Status][Code] : never
}[keyof Messages]

/** Values for the placeholders in the message of a problem. The compiler requires a value for each placeholder. */
export type ProblemDetails<Code extends ProblemCode> = Record<Placeholders<MessageOf<Code>>, string>

/** The value that the caller sent, and all countries, which have their own endpoint. */
const unpublished = ['value', 'supported']
/** Why the directory does not have what the request names, or which country the caller may mean. */
const adviceDetails = ['cause', 'reason', 'suggestion', 'suggestion_name']

export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly headers: Record<string, string>
  /** For programs: the values in the message, and `adviceDetails`. */
  readonly details: Record<string, string>

  constructor(
    code: ProblemCode,
    details: Record<string, string>,
    headers: Record<string, string> = {},
    advice?: string | undefined,
  ) {
    const { status, sentence } = problems[code]
    super(fillSentence(sentence, details, advice))
    this.code = code
    this.status = status
    this.headers = headers
    const isPublic = (name: string): boolean => sentence.includes(`[${name}]`) && !unpublished.includes(name)
    const published = Object.entries(details).filter(([name]) => isPublic(name) || adviceDetails.includes(name))
    this.details = Object.fromEntries(published)
  }
}

/** `advice`: see `fillSentence`. */
export const problem = <Code extends ProblemCode>(
  code: Code,
  details: ProblemDetails<Code>,
  headers?: Record<string, string>,
  advice?: string | undefined,
): Problem => new Problem(code, details, headers, advice)

/** `isForm`: whether the path takes the form of a web page. */
export const unsupportedType = (type: string | undefined, isForm: boolean | undefined): Problem =>
  problem('content_type_unsupported', { value: quoted(type ?? '') }, {}, isForm ? formAdvice : undefined)

const formAdvice =
  'this is the form of a web page, so send the header Content-Type: application/x-www-form-urlencoded, or use the API (GET / lists its endpoints).'

export const listsBusy = (): Problem => problem('lists_busy', { seconds: '2' }, { 'Retry-After': '2' })
export const responsesBusy = (): Problem => problem('responses_busy', { seconds: '2' }, { 'Retry-After': '2' })

/** Asks clients to retry after 5 s: if the store is available again by then, the key cache has been refreshed. */
export const storeUnavailable = (): Problem => problem('store_unavailable', { seconds: '5' }, { 'Retry-After': '5' })

/** Example of a request body for error messages. A route can define its own. */
export const defaultExample = '{"country":"ng"}'

/** Formats a value from the caller for a message, without the keys in it. */
export const quoted = (value: unknown): string => quoteValue(value, hideKeys)

/** Writes the message again, because the service has its own sentences, and the value in the message may be a key. */
export const problemOf = ({ code, details, advice }: LookupError): Problem =>
  new Problem(
    code,
    { ...(details as Record<string, string>), value: quoted(details.value) },
    {},
    details.suggestion === undefined ? advice : `${advice} GET /v1/supported-countries/ lists all countries.`,
  )
