/** Error responses in the OpenAPI document: by status, with an example for each problem code. */
import { objectSchema } from '../../directory/records/json-schema.ts'
import { type ProblemCode, problems } from '../errors/problems.ts'
import type { ProviderErrors } from '../errors/provider-errors.ts'
import { STATUS_CODES } from '../node-http.ts'
import { headerRefs, rateLimitHeaders } from './headers.ts'
import { problemExamples } from './problem-examples.ts'
import type { PublishSchema } from './published-schema.ts'
import type { Schema } from './route-description.ts'

/** Problems that every rate-limited route can return. */
const commonProblems: ProblemCode[] = [
  'key_in_url',
  'key_twice',
  'key_malformed',
  'key_refused',
  'rate_limited',
  'guesses_limited',
  'store_unavailable',
]

/** Problems with the request as such, which any operation can return. */
const otherProblems: ProblemCode[] = [
  'content_type_missing',
  'url_malformed',
  'host_missing',
  'request_malformed',
  'path_unknown',
  'method_not_allowed',
  'request_timeout',
  'expectation_unknown',
  'headers_too_large',
  'mcp_not_installed',
  'script_not_built',
  'internal_error',
]

const tableOrder = Object.keys(problems)
const inTableOrder = (codes: readonly ProblemCode[]): ProblemCode[] =>
  codes.toSorted((a, b) => tableOrder.indexOf(a) - tableOrder.indexOf(b))

export const problemSchema = {
  ...objectSchema('Problem', {
    type: { type: 'string', description: 'Always `about:blank`' },
    title: { type: 'string', description: 'Name of the status' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status' },
    detail: { type: 'string', description: 'What is wrong and how to fix it; also the body of a plain-text error' },
    code: { type: 'string', description: 'Code of the error, also in the header `Error-Code`. More may be added' },
    details: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Values in `detail`, such as `allowed`; `reason`, `suggestion` and `suggestion_name`. More may be added',
    },
    request_id: {
      type: 'string',
      description: "Id of the request in the operator's log; also in the header `X-Request-Id`",
    },
  }),
  description: 'An error, as problem details (RFC 9457)',
} as const

/** The responses that most operations share, by name. */
export const errorResponses = {
  Unauthorized: errorResponse(401, ['key_malformed', 'key_refused']),
  TooManyRequests: errorResponse(429, ['rate_limited', 'guesses_limited']),
  ServiceUnavailable: errorResponse(503, ['store_unavailable']),
  ServiceBusy: errorResponse(503, ['store_unavailable', 'responses_busy']),
  ListsBusy: errorResponse(503, ['store_unavailable', 'lists_busy', 'responses_busy']),
  Error: { ...errorResponse(500, otherProblems), description: 'Any other error' },
}

const sharedNames = new Map(Object.entries(errorResponses).map(([name, response]) => [JSON.stringify(response), name]))

export function describeErrors(codes: readonly ProblemCode[], isUncounted: boolean): Schema {
  const all = new Set([...(isUncounted ? ['key_in_url' as const] : commonProblems), ...codes])
  const byStatus = Object.groupBy(all, (code) => problems[code].status)
  const described = Object.entries(byStatus).map(([status, statusCodes = []]) => {
    const response = errorResponse(Number(status), statusCodes)
    const name = sharedNames.get(JSON.stringify(response))
    return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
  })
  return { ...Object.fromEntries(described), default: { $ref: '#/components/responses/Error' } }
}

/** Describes the errors of a route that imitates a payment provider. */
export function describeProviderErrors(
  codes: readonly ProblemCode[],
  { body, schema }: ProviderErrors,
  publish: PublishSchema,
): Schema {
  const describe = (status: number, statusCodes: readonly ProblemCode[]): Schema => {
    const values = statusCodes.map((code) => [code, { value: body(problemExamples[code]?.value.detail ?? '') }])
    const media = { schema: publish(schema), examples: Object.fromEntries(values) }
    return { ...errorResponse(status, statusCodes), content: { 'application/json': media } }
  }
  const byStatus = Object.groupBy([...codes, 'rate_limited' as const], (code) => problems[code].status)
  const described = Object.entries(byStatus).map(([status, statusCodes = []]) => [
    status,
    describe(Number(status), inTableOrder(statusCodes)),
  ])
  return {
    ...Object.fromEntries(described),
    default: { ...describe(500, [...otherProblems, 'provider_only']), description: 'Any other error' },
  }
}

function errorResponse(status: number, codes: readonly ProblemCode[]): Schema {
  const isTemporary = status === 429 || status === 503
  const examples = Object.fromEntries(
    inTableOrder(codes).map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  )
  return {
    description: STATUS_CODES[status] as string,
    headers: headerRefs([
      'Cache-Control',
      'Error-Code',
      'Data-Revision',
      'X-Request-Id',
      ...rateLimitHeaders,
      ...(isTemporary ? ['Retry-After' as const] : []),
      ...(status === 401 ? ['WWW-Authenticate' as const] : []),
    ]),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples,
      },
      'text/plain': { schema: { type: 'string', description: 'The `detail` of the problem' } },
    },
  }
}
