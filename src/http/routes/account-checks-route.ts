/**
 * `POST /v1/accounts/check`: checks the fields of an account. There is no GET, because account numbers do not belong in
 * URLs, which are logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { checkResultSchema } from '../../directory/accounts/check/account-check-schema.ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { LookupError } from '../../directory/requests/lookup-error.ts'
import { type AccountInput, fieldCharactersMax, readAccount } from '../../directory/requests/parameters.ts'
import { isGiven, isObject } from '../../directory/requests/values.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { bodyProblems, countryProblems, problem, problemOf } from '../errors/problems.ts'
import { bicInput } from '../lookups/resolve-lookup.ts'
import type { RequestLimits } from '../request-limits.ts'
import { answerBatch, forbidStorage, isBatch, itemsMax, reserveBytes } from '../responses/batch-response.ts'

const account = {
  country: {
    type: ['string', 'null'],
    pattern: countryInputPattern,
    description: 'Country or region of the account',
    examples: ['us'],
  },
  method: {
    type: ['string', 'null'],
    description: 'Id of the payment method, from `/v1/account-requirements`',
    examples: ['us_ach'],
  },
  fields: {
    description: `The fields of the method by key, strings of up to ${fieldCharactersMax} characters`,
    examples: [{ routing_number: '021000021', account_number: '000000000', account_type: 'checking' }],
    type: 'object',
    additionalProperties: { type: 'string', maxLength: fieldCharactersMax },
  },
  bic: bicInput,
} as const

const publishedBody = {
  title: 'AccountSelector',
  type: 'object',
  properties: {
    ...account,
    accounts: {
      description:
        `Up to ${itemsMax} accounts with \`fields\` and, unless they are next to \`accounts\`, \`country\` and ` +
        '`method`; instead of `fields`',
      type: 'array',
      items: { title: 'Account', type: 'object', required: ['fields'], properties: account },
      minItems: 1,
      maxItems: itemsMax,
    },
  },
}

/** The handler checks the other properties, so that one invalid account does not fail the whole batch. */
const body = { type: 'object', properties: { country: account.country, method: account.method } } as const

interface CheckRequest {
  Body: FromSchema<typeof body> & { fields?: unknown; accounts?: unknown; bic?: unknown }
}

export function accountChecksRoute(app: FastifyInstance, limits: RequestLimits, admission: Admission): void {
  app.post<CheckRequest>(apiPaths.accountsCheck, {
    bodyLimit: limits.batchBytes,
    schema: {
      operationId: 'checkAccounts',
      tags: ['Accounts'],
      summary: 'Check accounts',
      description: 'Checks the fields of an account, and returns its bank, BIC and IBAN, or says what is wrong.',
      body,
      response: { 200: checkResultSchema },
    },
    config: {
      isUncached: true,
      publishedBody,
      example: '{"country":"us","method":"us_ach","fields":{...}}',
      problems: [
        'account_missing',
        'account_twice',
        'account_malformed',
        'accounts_malformed',
        'payment_method_missing',
        'payment_method_unknown',
        'field_missing',
        'field_unknown',
        'field_malformed',
        'batch_limited',
        'responses_busy',
        ...countryProblems,
        ...bodyProblems,
      ],
    },
    handler: async (request, reply) => {
      const { fields, accounts, ...shared } = request.body
      const checkOne = await prepareCheck(request)
      forbidStorage(reply)
      if (isGiven(fields) && isGiven(accounts)) throw problem('account_twice', {})
      if (isGiven(accounts)) {
        if (!isBatch(accounts)) throw problem('accounts_malformed', { limit: String(itemsMax) })
        const toJson = (item: unknown) => orError(() => checkOne(withDefaults(item, shared)))
        return answerBatch(accounts, toJson, { admission, request, reply })
      }
      if (!isGiven(fields)) throw problem('account_missing', {})
      const result = await checkOne(request.body)
      reserveBytes(request, reply, result.length)
      return result
    },
  })
}

type CheckOne = (account: unknown) => string | Promise<string>

/** Waits until the indexes are loaded. The returned function validates an account before it schedules the check. */
async function prepareCheck(request: FastifyRequest<CheckRequest>): Promise<CheckOne> {
  const { snapshot, admission, server } = request
  const lookups = await snapshot.loadLookups()
  return (input) => {
    const account = readAccount(input, lookups)
    return server.scheduler.run(admission.address, () => lookups.checkAccount(account))
  }
}

function withDefaults(item: unknown, { country, method }: AccountInput): unknown {
  if (!isObject(item)) return item
  const own: AccountInput = item
  return { country: own.country ?? country, method: own.method ?? method, fields: own.fields, bic: own.bic }
}

/** In a batch, an account that cannot be checked has an error of its own, and the others are checked. */
async function orError(check: () => string | Promise<string>): Promise<string> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof LookupError)) throw error
    const { code, message, details } = problemOf(error)
    return JSON.stringify({ error: code, message, cause: details.cause ?? null })
  }
}
