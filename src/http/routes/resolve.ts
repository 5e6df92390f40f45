/** Resolves identifiers to banks, or says why they are invalid. POST only: account numbers do not belong in URLs or logs. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema } from '../../directory/bank.ts'
import { countryInputPattern, type SupportedCountry } from '../../directory/country.ts'
import type { Finder } from '../../directory/finder.ts'
import { readingKinds, relations, verdicts } from '../../directory/resolve/reading.ts'
import { nullable, whole } from '../../directory/schema.ts'
import { checkNames, reasons } from '../../identifiers/verdict.ts'
import { problem } from '../problems.ts'
import type { Limits } from '../server.ts'
import { bodyProblems } from './banks.ts'

const identifiersMax = 1_000
const charactersMax = 100
/** The event loop is yielded to after so many. */
const identifiersPerTurn = 50

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

const readingSchema = whole('Reading', {
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
  banks: {
    type: 'array',
    items: whole('Holder', {
      ...bankSchema.properties,
      relation: { enum: relations, description: 'How the bank is related to the identifier' },
      since: nullable({ type: 'string', description: 'When the former holder merged or closed, where known' }),
    }),
    description: 'The banks that hold it or may hold it, the surest first; if there are very many, `note` says so',
  },
})

const resultSchema = whole('Resolved', {
  readings: { type: 'array', items: readingSchema, description: 'Every way to read it, the likeliest first' },
  message: nullable({ type: 'string', description: 'What to do if there is no reading' }),
})

export const resolveSchema = {
  title: 'ResolveResult',
  description: 'For `identifier` its readings, for `identifiers` the results in their order',
  oneOf: [
    resultSchema,
    whole('ResolvedBatch', {
      results: { type: 'array', items: resultSchema, description: 'In the order of `identifiers`' },
    }),
  ],
} as const

export function resolveRoute(app: FastifyInstance, limits: Limits): void {
  app.post<{ Body: FromSchema<typeof selectorSchema> }>('/v1/resolve', {
    bodyLimit: limits.batchBytes,
    schema: {
      summary: 'The banks that hold an identifier, or why it is invalid',
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
        ...bodyProblems,
      ],
    },
    handler: async ({ body, edition: { countryOf, finding } }, reply) => {
      const { identifier, identifiers } = body as { identifier?: unknown; identifiers?: unknown }
      const country = isGiven(body.country) ? countryOf(body.country as string) : undefined
      const finder = await finding()
      // No cache in between may store account numbers.
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
      if (isGiven(identifier) && isGiven(identifiers)) throw problem('identifier_twice', {})
      if (isGiven(identifiers)) return resolveAll(finder, identifiers, country)
      if (identifier === undefined) throw problem('identifier_missing', {})
      if (!isReadable(identifier)) throw problem('identifier_malformed', { limit: String(charactersMax) })
      return resolveOne(finder, identifier, country)
    },
  })
}

/** Some clients write null for what they leave out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

async function resolveAll(
  finder: Finder,
  identifiers: unknown,
  country: SupportedCountry | undefined,
): Promise<string> {
  if (!Array.isArray(identifiers) || identifiers.length === 0 || identifiers.length > identifiersMax) {
    throw problem('identifiers_malformed', { limit: String(identifiersMax) })
  }
  const results: string[] = []
  for (const [at, identifier] of identifiers.entries()) {
    if (at > 0 && at % identifiersPerTurn === 0) await setImmediate()
    results.push(isReadable(identifier) ? resolveOne(finder, identifier, country) : unreadable)
  }
  return `{"results":[${results.join(',')}]}`
}

const isReadable = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.trim() !== '' && identifier.length <= charactersMax

function resolveOne(finder: Finder, identifier: string, country: SupportedCountry | undefined): string {
  const readings = finder.resolve(identifier, country)
  return `{"readings":${readings},"message":${readings === '[]' ? unknown : 'null'}}`
}

const unknown = JSON.stringify('Unrecognised format. Check the value, pass `country`, or use search if this is a name.')
const unreadable = JSON.stringify({
  readings: [],
  message: `This is not a string of 1 to ${charactersMax} characters. Send a string, so that leading zeros are not lost.`,
})
