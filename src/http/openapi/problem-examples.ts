/** An example of each error, as problem details. Placeholders in the message have example values. */
import { defaultExample, Problem, type ProblemCode, problems } from '../errors/problems.ts'
import { STATUS_CODES } from '../node-http.ts'
import { defaultRequestLimits } from '../request-limits.ts'
import type { Schema } from './route-description.ts'

/** Values for the placeholders, unless the code has its own in `ownValues`. */
const values: Record<string, string> = {
  example: defaultExample,
  value: '"xx"',
  name: 'status',
  allowed: 'one of active, unverified, merged, closed, any',
  known: 'country, status, type, has, sort, fields',
  limit: '100',
  method: 'us_ach',
  country: 'us',
  needed: 'routing_number, account_number, account_type',
  supported: 'GH, GB, NG, US',
  revision: '"2026-11-14.3f9a1c20"',
  subject: 'address',
  cost: '50',
  seconds: '30',
}

const ownValues: Partial<Record<ProblemCode, Record<string, string>>> = {
  body_not_json: { value: '"{country:ng}"' },
  body_not_object: { value: '["ng"]' },
  country_malformed: { value: '"ngx1"' },
  parameter_unknown: { value: '"contry"' },
  identifiers_malformed: { limit: '1000' },
  kinds_malformed: { known: 'iban, bic, lei' },
  text_malformed: { limit: '4096' },
  accounts_malformed: { limit: '1000' },
  payment_method_missing: { known: 'us_ach, us_wire' },
  payment_method_unknown: { known: 'us_ach, us_wire' },
  field_missing: { name: 'account_number' },
  field_unknown: { value: '"iban"', known: 'routing_number, account_number, account_type' },
  field_malformed: { name: 'account_number' },
  body_not_empty: { value: '"{\\"a\\":1}"' },
  idempotency_key_malformed: { value: '"clé"' },
  url_malformed: { value: '"/%"' },
  path_unknown: { value: '"/v1/bank"' },
  bank_unknown: { value: '"ng-gtb"' },
  provider_filter_unknown: { name: 'pay_with_bank', provider: 'Paystack' },
  provider_codes_unknown: { provider: 'Paystack', country: 'France', known: 'NG, GH, ZA, KE' },
  provider_only: {
    what: 'whose account it is',
    provider: 'Paystack',
    address: 'https://api.paystack.co/bank/resolve',
  },
  branches_unknown: { value: '"ng-gtbank"', countries: 'Australia, India, Japan' },
  revision_unknown: { value: '"2025-01-31.0a1b2c3d"' },
  method_not_allowed: { method: 'PUT', value: '"/v1/banks"', allowed: 'GET, POST, QUERY, OPTIONS' },
  body_too_large: { limit: String(defaultRequestLimits.bodyBytes) },
  content_type_unsupported: { value: '"text/xml"' },
  content_encoding_unsupported: { value: '"gzip"' },
  rate_limited: { limit: '600' },
  batch_limited: { limit: '600' },
  headers_too_large: { limit: String(defaultRequestLimits.headerBytes) },
}

/** Keyed by problem code. */
export const problemExamples: Record<string, { value: { detail: string } & Schema }> = Object.fromEntries(
  (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, message: detail, details } = new Problem(code, { ...values, ...ownValues[code] })
    const title = STATUS_CODES[status]
    return [code, { value: { type: 'about:blank', title, status, detail, code, details, request_id: '1vp9kqqvco-5' } }]
  }),
)

/** The examples to which the descriptions of errors refer: those of payment providers have another shape. */
export const sharedExamples = Object.fromEntries(
  Object.entries(problemExamples).filter(([code]) => !code.startsWith('provider_')),
)
