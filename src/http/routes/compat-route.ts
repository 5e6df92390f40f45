/**
 * `/compat/…`: lists of banks in the form of payment providers, so that a menu that was written for a provider needs no
 * secret key of it. What only the provider can do is an error that says so.
 */
import type { FastifyInstance } from 'fastify'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { flutterwaveBankSchema, paystackRowSchema } from '../../directory/views/provider-lists.ts'
import { apiPaths } from '../api-paths.ts'
import { listProblems, problem } from '../errors/problems.ts'
import { flutterwaveErrors, paystackErrors } from '../errors/provider-errors.ts'
import { lookupOf } from '../lookups/lookup.ts'
import {
  flutterwaveBanksResponse,
  type PaystackQuery,
  paystackBanksResponse,
  paystackQuerySchema,
} from '../lookups/provider-list-lookup.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import { replyWith } from '../responses/send-response.ts'

const tags = ['Providers']

const cursor = (description: string) => ({ type: ['string', 'null'], description }) as const

const paystackList = objectSchema('PaystackBanks', {
  status: { type: 'boolean', const: true, description: 'Always true' },
  message: { type: 'string', description: 'A sentence' },
  data: { type: 'array', items: paystackRowSchema, description: 'Banks, sorted by name' },
})

const paystackSchema = {
  ...paystackList,
  properties: {
    ...paystackList.properties,
    meta: {
      ...objectSchema('PaystackCursors', {
        next: cursor('Cursor of the next page; null on the last one'),
        previous: cursor('Cursor of the previous page; null on the first one'),
        perPage: { type: 'integer', description: 'Banks per page' },
      }),
      description: 'Only with `use_cursor`',
    },
  },
} as const

const flutterwaveSchema = objectSchema('FlutterwaveBanks', {
  status: { type: 'string', const: 'success', description: 'Always `success`' },
  message: { type: 'string', description: 'A sentence' },
  data: { type: 'array', items: flutterwaveBankSchema, description: 'Banks, sorted by name' },
})

export function compatRoute(app: FastifyInstance): void {
  app.get<{ Querystring: PaystackQuery }>(apiPaths.paystackBanks, {
    preValidation: parseQuery(paystackQuerySchema),
    schema: {
      operationId: 'listPaystackBanks',
      tags,
      summary: 'List banks in the form of Paystack',
      description: 'The open banks with a Paystack code, in the form of `GET /bank` of Paystack. For menus only.',
      querystring: paystackQuerySchema,
      response: { 200: paystackSchema },
    },
    config: {
      errors: paystackErrors,
      problems: ['country_unsupported', 'provider_codes_unknown', 'provider_filter_unknown', ...listProblems],
    },
    handler: async (request, reply) =>
      replyWith(request, reply, await paystackBanksResponse(request.query, lookupOf(request))),
  })
  const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const
  app.get<{ Params: { country: string } }>(apiPaths.flutterwaveBanks, {
    schema: {
      operationId: 'listFlutterwaveBanks',
      tags,
      summary: 'List banks in the form of Flutterwave',
      description:
        'The open banks with a Flutterwave code, in the form of `GET /v3/banks/{country}` of Flutterwave. For menus only.',
      params: objectSchema('FlutterwaveParameters', {
        country: { type: 'string', description: 'Code of a country', examples: ['NG'] },
      }),
      querystring: noQuery,
      response: { 200: flutterwaveSchema },
    },
    config: {
      errors: flutterwaveErrors,
      problems: ['country_unsupported', 'provider_codes_unknown', ...listProblems],
    },
    handler: async (request, reply) =>
      replyWith(request, reply, await flutterwaveBanksResponse(request.params.country, lookupOf(request))),
  })
  for (const { method, path, ...details } of providerOnly) {
    app.route({
      method,
      url: path,
      // The description of the API has only what works.
      config: { hasOwnProtocol: true },
      handler: async () => {
        throw problem('provider_only', details)
      },
    })
  }
}

/** Known paths of the providers that need the provider. */
const providerOnly = [
  {
    method: 'GET',
    path: '/compat/paystack/bank/resolve',
    what: 'whose account it is',
    provider: 'Paystack',
    address: 'https://api.paystack.co/bank/resolve',
  },
  {
    method: 'POST',
    path: '/compat/paystack/bank/validate',
    what: 'whose account it is',
    provider: 'Paystack',
    address: 'https://api.paystack.co/bank/validate',
  },
  {
    method: 'POST',
    path: '/compat/flutterwave/v3/accounts/resolve',
    what: 'whose account it is',
    provider: 'Flutterwave',
    address: 'https://api.flutterwave.com/v3/accounts/resolve',
  },
  {
    method: 'GET',
    path: '/compat/flutterwave/v3/banks/:id/branches',
    what: 'which branches the provider pays to',
    provider: 'Flutterwave',
    address: 'https://api.flutterwave.com/v3/banks/{id}/branches',
  },
] as const
