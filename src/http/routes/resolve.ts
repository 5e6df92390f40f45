/** Resolves identifiers to banks, or says why they are invalid. POST only: account numbers do not belong in URLs or logs. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema, bankSummaryFields } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { nullable, objectSchema } from '../../directory/records/json-schema.ts'
import { readingKinds, relations, verdicts } from '../../directory/resolve/reading.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import { checkNames, reasons } from '../../identifiers/verdict.ts'
import type { Admission } from '../admission/admission.ts'
import { problem, responsesBusy } from '../errors/problems.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { chargeRequest } from '../request-hooks.ts'
import type { RequestLimits } from '../server.ts'
import { bodyProblems } from './banks.ts'

const identifiersMax = 1_000
const charactersMax = 100
/** Identifiers of a batch that count as one request. */
export const identifiersPerRequest = 20
/** A batch has less of each identifier, so that 1,000 of them stay below 2 MB. */
const views = { single: { readingsMax: 50, banksMax: 50 }, batch: { readingsMax: 2, banksMax: 4 } }
/** A batch is written in pieces of about this size, the next one when the client has read the one before. */
const pieceCharacters = 32 * 1024

const selectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // Their values are validated one by one, so that one bad identifier does not fail the others.
    identifier: {
      description: `One identifier, a text of up to ${charactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Up to ${identifiersMax} identifiers instead of one`,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'The country or region of the identifiers, if known',
      examples: ['ng'],
    },
  },
} as const

const querySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      items: { enum: bankFields },
      description:
        'Only these fields of a bank, separated by commas, and `relation` and `since`; a summary unless given',
    },
  },
} as const

const part = (description: string) => ({ type: 'string', description }) as const

const partsSchema = {
  country: part('Two letters: of an IBAN, a BIC, a code, an account number or an id'),
  check_digits: part('Of an IBAN, an LEI or an account number that has those of its IBAN'),
  national_check: part('Of an IBAN of Italy or San Marino'),
  bank_code: part('Of an IBAN or an account number that names its bank'),
  branch_code: part('Of the same, where the country has branch codes'),
  sort_code: part('Of a British account, and of an IBAN of the United Kingdom or Ireland'),
  clearing: part('Of a Swedish account number: the clearing number'),
  account: part('Of an IBAN, a British account or an account number'),
  institution: part('Of a BIC, a US or a Canadian routing number'),
  location: part('Of a BIC'),
  branch: part('Of a BIC of eleven characters or a sort code'),
  issuer: part('Of an LEI: the prefix of the organisation that issued it'),
  entity: part('Of an LEI'),
  federal_reserve_symbol: part('Of a US routing number'),
  check_digit: part('Of a US routing number or a NUBAN'),
  bank: part('Of a sort code'),
  transit: part('Of a Canadian routing number: the branch'),
  cheque: part('Of an electronic Canadian routing number: the same branch as cheques name it'),
  eft: part('Of a Canadian routing number on cheques: the same branch as electronic payments name it'),
  serial: part('Of a NUBAN'),
  code: part('Of a bank code'),
} as const

const holding = {
  relation: { enum: relations, description: 'How the bank is related to the identifier' },
  since: nullable({ type: 'string', description: 'When the former holder merged or closed, where known' }),
} as const

const readingSchema = objectSchema('Reading', {
  kind: { enum: readingKinds, description: 'Kind of identifier' },
  scheme: nullable({ type: 'string', description: 'Code scheme, of a bank code' }),
  verdict: {
    enum: verdicts,
    description:
      '`valid`: format and checks are right and the directory knows the holder. `possible`: the holder is only an ' +
      'indication. `former`: the code is former. `unknown`: no bank in the directory holds it. `invalid`: a check fails',
  },
  canonical: { type: 'string', description: 'The identifier without separators' },
  checks: {
    type: 'array',
    items: { enum: checkNames },
    description: 'The checks that were applied, in their order; if the verdict is `invalid`, the last one failed',
  },
  account_checked: {
    type: ['boolean', 'null'],
    description:
      'Whether the check digits of the account number itself were checked; null if there is no account in it',
  },
  reason: { type: ['string', 'null'], enum: [...reasons, null], description: 'Why it is invalid, for machines' },
  message: nullable({ type: 'string', description: 'Why it is invalid, in a sentence' }),
  at: {
    type: ['array', 'null'],
    items: { type: 'integer' },
    description: 'Place of the error: first and one past the last character of `canonical`',
  },
  suggestion: nullable({
    type: 'string',
    description: 'What was probably meant, if one typo explains the error: ask the user, never pay to it unasked',
  }),
  parts: {
    type: 'object',
    additionalProperties: false,
    properties: partsSchema,
    description: 'Parts of the identifier; which there are depends on the kind',
  },
  bic: nullable({ type: 'string', description: 'The BIC to use, where there is one' }),
  note: nullable({
    type: 'string',
    description: 'What to know about the banks; why there are none, if there are none',
  }),
  bank_count: { type: 'integer', description: 'Number of banks that hold it or may hold it' },
  banks: {
    type: 'array',
    items: {
      anyOf: [
        objectSchema('Holder', { ...bankSummaryFields, ...holding }),
        {
          title: 'HolderFields',
          description: 'With `fields`: those fields of the bank',
          type: 'object',
          additionalProperties: false,
          required: ['relation', 'since'],
          properties: { ...bankSchema.properties, ...holding },
        },
      ],
    },
    description:
      `The surest of them first, at most ${views.single.banksMax}, in a batch at most ${views.batch.banksMax}: ` +
      'summaries, or the `fields` that were asked for',
  },
})

const resultSchema = objectSchema('Resolved', {
  reading_count: { type: 'integer', description: 'Number of ways to read it' },
  readings: {
    type: 'array',
    items: readingSchema,
    description: `The likeliest of them first, in a batch at most ${views.batch.readingsMax}`,
  },
  message: nullable({ type: 'string', description: 'What to do if there is no reading' }),
})

export const resolveSchema = {
  title: 'ResolveResult',
  description: 'For `identifier` its readings, for `identifiers` the results in their order',
  oneOf: [
    resultSchema,
    objectSchema('ResolvedBatch', {
      results: { type: 'array', items: resultSchema, description: 'In the order of `identifiers`' },
    }),
  ],
} as const

type ResolveRequest = { Body: FromSchema<typeof selectorSchema>; Querystring: FromSchema<typeof querySchema> }

export function resolveRoute(app: FastifyInstance, limits: RequestLimits, door: Admission): void {
  app.post<ResolveRequest>('/v1/resolve', {
    bodyLimit: limits.batchBytes,
    preValidation: splitLists(querySchema),
    schema: {
      summary: 'The banks that hold an identifier, or why it is invalid',
      querystring: querySchema,
      body: selectorSchema,
      response: { 200: resolveSchema },
    },
    config: {
      example: '{"identifier":"058"}',
      problems: [
        'identifier_missing',
        'identifier_twice',
        'identifier_malformed',
        'identifiers_malformed',
        'country_malformed',
        'country_unsupported',
        'parameter_unknown',
        'parameter_malformed',
        'batch_limited',
        'responses_busy',
        ...bodyProblems,
      ],
    },
    handler: async (request, reply) => {
      const {
        body,
        edition: { countryOf, finding },
        query: { fields },
        visit: { address },
        server: { scheduler },
      } = request
      const { identifier, identifiers } = body as { identifier?: unknown; identifiers?: unknown }
      const country = isGiven(body.country) ? countryOf(body.country as string) : undefined
      const finder = await finding()
      const chosen = fields && bankFields.filter((field) => fields.includes(field))
      const resolverOf =
        (form: 'single' | 'batch'): ResolveOne =>
        (text) =>
          scheduler.run(address, () => finder.resolve(text, country, { fields: chosen, ...views[form] }))
      // No cache in between may store account numbers.
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
      if (isGiven(identifier) && isGiven(identifiers)) throw problem('identifier_twice', {})
      if (isGiven(identifiers)) {
        const all = checkIdentifiers(identifiers)
        await chargeRequest(door, Math.ceil(all.length / identifiersPerRequest) - 1, request, reply)
        if (!request.server.responseBudget.reserve(reply.raw, address, 2 * pieceCharacters)) throw responsesBusy()
        const pieces = resolveAll(resolverOf('batch'), all)
        // The result of a small batch is one piece, which can be sent with its length.
        const { value: first, done } = await pieces.next()
        return done ? first : Readable.from(startWith(first, pieces), { highWaterMark: 1 })
      }
      if (identifier === undefined) throw problem('identifier_missing', {})
      if (!isReadable(identifier)) throw problem('identifier_malformed', { limit: String(charactersMax) })
      const result = await resolverOf('single')(identifier)
      if (!request.server.responseBudget.reserve(reply.raw, address, result.length)) throw responsesBusy()
      return result
    },
  })
}

/** Some clients write null for what they leave out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function checkIdentifiers(identifiers: unknown): unknown[] {
  if (Array.isArray(identifiers) && identifiers.length > 0 && identifiers.length <= identifiersMax) return identifiers
  throw problem('identifiers_malformed', { limit: String(identifiersMax) })
}

type ResolveOne = (identifier: string) => string | Promise<string>

/**
 * The response in pieces; the generator returns the last one. The next one is made when the stream asks for it, so an unread
 * response takes no memory.
 */
async function* resolveAll(
  resolveOne: ResolveOne,
  identifiers: readonly unknown[],
): AsyncGenerator<string, string, undefined> {
  let piece = '{"results":['
  for (const [at, identifier] of identifiers.entries()) {
    if (at > 0) piece += ','
    piece += isReadable(identifier) ? await resolveOne(identifier) : unreadable
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  return `${piece}]}`
}

async function* startWith(first: string, rest: AsyncGenerator<string, string, undefined>): AsyncGenerator<string> {
  yield first
  yield yield* rest
}

const isReadable = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= charactersMax

const unreadable = JSON.stringify({
  reading_count: 0,
  readings: [],
  message: `This is not a string of 1 to ${charactersMax} characters. Send a string, so that leading zeros are not lost.`,
})
