/**
 * `POST /v1/accounts/check`: checks the fields of an account. There is no GET, because account numbers do not belong in
 * URLs, which are logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { checkResultSchema } from '../../directory/accounts/check/result-schema.ts'
import type { Directory } from '../../directory/directory.ts'
import type { PaymentMethod } from '../../directory/records/account-requirements.ts'
import { countryInputPattern, type SupportedCountry } from '../../directory/records/country.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { Problem, problem, quoted } from '../errors/problems.ts'
import type { RequestLimits } from '../request-limits.ts'
import { answerBatch, forbidStorage, isBatch, isGiven, itemsMax, reserveBytes } from '../responses/batch-response.ts'
import { bodyProblems, countryProblems } from './banks.ts'

const charactersMax = 100

const accountSchema = {
  title: 'AccountSelector',
  type: 'object',
  properties: {
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
    // These properties have no type: the handler validates each value, so that one invalid account does not fail the
    // whole batch.
    fields: {
      description: `The fields of the method by key, strings of up to ${charactersMax} characters`,
      examples: [{ routing_number: '021000021', account_number: '000000000', account_type: 'checking' }],
    },
    accounts: {
      description:
        `Up to ${itemsMax} accounts with \`fields\` and, unless they are next to \`accounts\`, \`country\` and ` +
        '`method`; instead of `fields`',
    },
  },
} as const

const fieldsSchema = {
  ...accountSchema.properties.fields,
  type: 'object',
  additionalProperties: { type: 'string', maxLength: charactersMax },
} as const

/** What a body must contain, as the handler checks it. */
const publishedAccountSchema = {
  ...accountSchema,
  properties: {
    country: accountSchema.properties.country,
    method: accountSchema.properties.method,
    fields: fieldsSchema,
    accounts: {
      ...accountSchema.properties.accounts,
      type: 'array',
      items: {
        title: 'Account',
        type: 'object',
        required: ['fields'],
        properties: {
          country: accountSchema.properties.country,
          method: accountSchema.properties.method,
          fields: fieldsSchema,
        },
      },
      minItems: 1,
      maxItems: itemsMax,
    },
  },
} as const

interface CheckRequest {
  Body: FromSchema<typeof accountSchema> & { fields?: unknown; accounts?: unknown }
}

export function accountChecksRoute(app: FastifyInstance, limits: RequestLimits, admission: Admission): void {
  app.post<CheckRequest>(apiPaths.accountsCheck, {
    bodyLimit: limits.batchBytes,
    schema: {
      operationId: 'checkAccounts',
      tags: ['Accounts'],
      summary: 'Check accounts',
      description: 'Checks the fields of an account, and returns its bank, BIC and IBAN, or says what is wrong.',
      body: accountSchema,
      response: { 200: checkResultSchema },
    },
    config: {
      isUncached: true,
      publishedBody: publishedAccountSchema,
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

interface AccountInput {
  country?: unknown
  method?: unknown
  fields?: unknown
}

type CheckOne = (account: AccountInput) => string | Promise<string>

/** Waits until the finder is loaded. The returned function validates an account before it schedules the check. */
async function prepareCheck(request: FastifyRequest<CheckRequest>): Promise<CheckOne> {
  const { snapshot, admission, server } = request
  const finder = await snapshot.loadFinder()
  return (account) => {
    const country = countryOf(account.country, snapshot.requireCountry)
    const method = methodOf(account.method, country, snapshot.directory)
    const values = valuesOf(account.fields, method)
    return server.scheduler.run(admission.address, () => finder.checkAccount(country, method, values))
  }
}

function withDefaults(item: unknown, { country, method }: AccountInput): AccountInput {
  if (!isObject(item)) throw problem('account_malformed', {})
  const own: AccountInput = item
  return { country: own.country ?? country, method: own.method ?? method, fields: own.fields }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In a batch, an account that cannot be checked has an error of its own, and the others are checked. */
async function orError(check: () => string | Promise<string>): Promise<string> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Problem) return JSON.stringify({ error: error.code, message: error.message })
    throw error
  }
}

function countryOf(input: unknown, requireCountry: (input: string) => SupportedCountry): SupportedCountry {
  if (!isGiven(input)) throw problem('country_missing', {})
  if (typeof input !== 'string' || !countryInput.test(input))
    throw problem('country_malformed', { value: quoted(input) })
  return requireCountry(input)
}

const countryInput = new RegExp(countryInputPattern)

function methodOf(input: unknown, country: SupportedCountry, directory: Directory): PaymentMethod {
  const methods = directory.listPaymentMethods(country)
  const method = methods.find(({ id }) => id === input)
  if (method) return method
  const choice = { known: methods.map(({ id }) => id).join(', '), country: country.code.toLowerCase() }
  if (!isGiven(input)) throw problem('payment_method_missing', choice)
  throw problem('payment_method_unknown', { value: quoted(input), ...choice })
}

/** Returns the values of the fields that the request has. Null and empty values count as missing. */
function valuesOf(input: unknown, { id: method, fields }: PaymentMethod): Record<string, string> {
  if (!isObject(input)) throw problem('account_malformed', {})
  const keys = fields.map(({ key }) => key)
  const unknown = Object.keys(input).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw problem('field_unknown', { value: quoted(unknown), method, known: keys.join(', ') })
  const values: Record<string, string> = {}
  for (const { key, required } of fields) {
    const value = Object.hasOwn(input, key) ? (input[key] ?? '') : ''
    if (typeof value !== 'string' || value.length > charactersMax) {
      throw problem('field_malformed', { name: key, limit: String(charactersMax) })
    }
    if (value.trim() !== '') values[key] = value
    else if (required) {
      const needed = fields.filter((field) => field.required).map((field) => field.key)
      throw problem('field_missing', { name: key, method, needed: needed.join(', ') })
    }
  }
  return values
}
