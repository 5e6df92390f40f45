/**
 * Every problem the service can answer with: code, status, sentence. `[name]` marks what is filled in.
 * `docs/problems.md` and the OpenAPI text are held to this table.
 */
import { hideKeys } from '../../keys/format.ts'

export const problems = {
  body_missing: {
    status: 400,
    sentence: 'The request has no body; send a JSON object such as [example].',
  },
  body_not_utf8: {
    status: 400,
    sentence: 'The body is not valid UTF-8; send JSON encoded as UTF-8.',
  },
  body_not_json: {
    status: 400,
    sentence: 'The body [value] is not JSON; send an object such as [example].',
  },
  body_not_object: {
    status: 400,
    sentence: 'The body [value] is not a JSON object; send one such as [example].',
  },
  country_missing: {
    status: 400,
    sentence: '"country" is missing; give a two-letter code such as "ng". GET /v1/supported-countries/ lists them.',
  },
  country_malformed: {
    status: 400,
    sentence: '"country" is [value]; give one two-letter code such as "ng". GET /v1/supported-countries/ lists them.',
  },
  parameter_unknown: {
    status: 400,
    sentence: 'There is no query parameter [value] here; [known].',
  },
  parameter_malformed: {
    status: 400,
    sentence: 'The query parameter "[name]" is [value]; give [allowed].',
  },
  query_missing: {
    status: 400,
    sentence: 'The query parameter "q" is missing or empty; give what was typed, as in /v1/search?q=access.',
  },
  query_too_long: {
    status: 400,
    sentence: 'The query parameter "q" is longer than [limit] characters; give less of the name.',
  },
  since_missing: {
    status: 400,
    sentence:
      'The query parameter "since" is missing or empty; give the revision of your copy, as in /v1/changes?since=2026-11-14.3f9a1c20.',
  },
  identifier_missing: {
    status: 400,
    sentence: 'The body has neither "identifier" nor "identifiers"; send one of them, as in {"identifier":"058"}.',
  },
  identifier_twice: {
    status: 400,
    sentence: 'The body has both "identifier" and "identifiers"; send one of them.',
  },
  identifier_malformed: {
    status: 400,
    sentence: '"identifier" is not a text of 1 to [limit] characters; send one, in quotes so that no zero is lost.',
  },
  identifiers_malformed: {
    status: 400,
    sentence: '"identifiers" is not a list of 1 to [limit] texts; send one, each text in quotes.',
  },
  body_not_empty: {
    status: 400,
    sentence: 'The body [value] is not empty; send none, or {}.',
  },
  idempotency_key_malformed: {
    status: 400,
    sentence: 'The header Idempotency-Key is [value]; give 1 to 255 printable ASCII characters, or leave it out.',
  },
  idempotency_key_twice: {
    status: 400,
    sentence: 'The request has more than one Idempotency-Key header; send one.',
  },
  key_twice: {
    status: 400,
    sentence: 'The request has more than one key; send one, in Authorization or in X-Public-Hash-Key.',
  },
  key_in_url: {
    status: 400,
    sentence: 'The URL holds a key, and URLs leak; revoke that key, issue another, and send it in a header.',
  },
  content_type_missing: {
    status: 400,
    sentence: 'A QUERY request must name the type of its body; send the header Content-Type: application/json.',
  },
  url_malformed: {
    status: 400,
    sentence: 'The path [value] is not a valid URL path; percent-encode it as UTF-8.',
  },
  host_missing: {
    status: 400,
    sentence: 'The request has no Host header, which HTTP/1.1 requires; send one.',
  },
  request_malformed: {
    status: 400,
    sentence:
      'What arrived is not an HTTP request that can be read; check the request line, the headers and the length.',
  },
  key_missing: {
    status: 401,
    sentence: 'A key is needed here; send the header Authorization: Bearer <PUBLIC_HASH_KEY>, or X-Public-Hash-Key.',
  },
  key_malformed: {
    status: 401,
    sentence: 'What was sent as a key is not one, or a character of it is wrong; copy it again, whole.',
  },
  key_refused: {
    status: 401,
    sentence: 'The key is not valid here; ask the operator for another, or leave it out where none is needed.',
  },
  path_unknown: {
    status: 404,
    sentence: 'There is nothing at [value]; GET / lists what there is.',
  },
  country_unsupported: {
    status: 404,
    sentence: 'The country [value] is not supported; supported are [supported].',
  },
  bank_unknown: {
    status: 404,
    sentence: 'There is no bank with the id [value]; take an id from a list such as GET /v1/banks?country=ng.',
  },
  revision_unknown: {
    status: 404,
    sentence:
      'No changes are known from the revision [value] to [revision], which is served; fetch the list whole, and go on from its revision.',
  },
  method_not_allowed: {
    status: 405,
    sentence: '[method] is not possible at [value]; use [allowed].',
  },
  request_timeout: {
    status: 408,
    sentence: 'The request did not arrive whole in time; send it again in one go.',
  },
  body_too_large: {
    status: 413,
    sentence: 'The body is longer than [limit] bytes; send a shorter one.',
  },
  content_type_unsupported: {
    status: 415,
    sentence: 'The content type [value] is not read here; send JSON with the header Content-Type: application/json.',
  },
  content_encoding_unsupported: {
    status: 415,
    sentence: 'The content encoding [value] is not read here; send the body uncompressed.',
  },
  expectation_unknown: {
    status: 417,
    sentence: 'The header Expect: [value] cannot be met; leave it out.',
  },
  rate_limited: {
    status: 429,
    sentence: 'This [subject] has sent its [limit] requests of the minute; try again in [seconds] s.',
  },
  batch_limited: {
    status: 429,
    sentence:
      'This batch counts as [cost] of the [limit] requests a minute of this [subject], and fewer are left; try again in [seconds] s, or send fewer identifiers.',
  },
  guesses_limited: {
    status: 429,
    sentence: 'Too many wrong keys came from this address; try again in [seconds] s, with the right one.',
  },
  headers_too_large: {
    status: 431,
    sentence: 'The request line and headers are longer than [limit] bytes; send fewer or shorter ones.',
  },
  internal_error: {
    status: 500,
    sentence: 'Something failed on our side; try again, and tell the operator if it lasts.',
  },
  lists_busy: {
    status: 503,
    sentence: 'Too many lists are being prepared at the moment; try again in [seconds] s.',
  },
  responses_busy: {
    status: 503,
    sentence: 'Too many large responses wait to be read; read them, or try again in [seconds] s.',
  },
  store_unavailable: {
    status: 503,
    sentence:
      'Keys and records are not available at the moment; try again in [seconds] s. Lookups without a key still work.',
  },
} as const

export type ProblemCode = keyof typeof problems

type Blanks<Sentence> = Sentence extends `${string}[${infer Name}]${infer Rest}` ? Name | Blanks<Rest> : never

/** What has to be filled into the sentence of a problem: the compiler asks for exactly these. */
export type ProblemDetails<Code extends ProblemCode> = Record<Blanks<(typeof problems)[Code]['sentence']>, string>

export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, details: Record<string, string>, headers: Record<string, string> = {}) {
    super(problems[code].sentence.replaceAll(/\[(\w+)\]/g, (_, name) => details[name] as string))
    this.code = code
    this.status = problems[code].status
    this.headers = headers
  }
}

export const problem = <Code extends ProblemCode>(
  code: Code,
  details: ProblemDetails<Code>,
  headers?: Record<string, string>,
): Problem => new Problem(code, details, headers)

export const listsBusy = (): Problem => problem('lists_busy', { seconds: '2' }, { 'Retry-After': '2' })
export const responsesBusy = (): Problem => problem('responses_busy', { seconds: '2' }, { 'Retry-After': '2' })

/** A retry after 5 s meets a key table that has been refreshed, if the store is back. */
export const storeUnavailable = (): Problem => problem('store_unavailable', { seconds: '5' }, { 'Retry-After': '5' })

const shownCharacters = 60

/** A caller's value as JSON, so that control characters are visible, and no longer than fits a sentence. */
export function quoted(value: unknown): string {
  const text = hideKeys(asJson(value))
  return text.length <= shownCharacters
    ? text
    : `${text.slice(0, shownCharacters).toWellFormed()}… (${text.length} characters)`
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // Nested so deeply that writing it overflows the stack, which reading it does not.
    return Array.isArray(value) ? 'a deep array' : 'a deep object'
  }
}
