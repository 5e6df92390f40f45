/** Whose an identifier is, and if it is wrong, why. POST only: account numbers do not belong in URLs or logs. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema } from '../../directory/bank.ts'
import { countryInputPattern, type SupportedCountry } from '../../directory/country.ts'
import type { Finder } from '../../directory/finder.ts'
import { readingKinds, relations } from '../../directory/resolve/reading.ts'
import { nullable, whole } from '../../directory/schema.ts'
import { reasons } from '../../identifiers/verdict.ts'
import { problem } from '../problems.ts'
import type { Limits } from '../server.ts'
import { bodyProblems } from './banks.ts'

const identifiersMax = 1_000
const charactersMax = 100
/** Others get their turn after so many. */
const identifiersPerTurn = 50

const selectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // What may be in these two is checked one by one, so that one bad identifier does not spoil the others.
    identifier: {
      description: `One identifier, a text of up to ${charactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Instead of it up to ${identifiersMax} of them, as a list`,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'The country or region that is meant, if known',
      examples: ['ng'],
    },
  },
} as const

const part = (description: string) => ({ type: 'string', description }) as const

const partsSchema = {
  country: part('Two letters: of an IBAN, a BIC, a code, an account number or an id'),
  check_digits: part('Of an IBAN or an LEI'),
  national_check: part('Of an IBAN of Italy or San Marino'),
  bank_code: part('Of an IBAN'),
  branch_code: part('Of an IBAN, where the country has them'),
  sort_code: part('Of a British account, and of an IBAN of the United Kingdom or Ireland'),
  account: part('Of an IBAN, a British account or an account number'),
  institution: part('Of a BIC, a US or a Canadian routing number'),
  location: part('Of a BIC'),
  branch: part('Of a BIC of eleven characters or a sort code'),
  issuer: part('Of an LEI: who gave it'),
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
  kind: { enum: readingKinds, description: 'What it can be' },
  scheme: nullable({ type: 'string', description: 'The scheme, of a bank code' }),
  verdict: {
    enum: ['accepted', 'refused', 'not_checked'],
    description: '`accepted`: every public rule holds. `refused`: one fails. `not_checked`: only the form is known',
  },
  canonical: { type: 'string', description: 'Without what people write between its characters' },
  reason: { type: ['string', 'null'], enum: [...reasons, null], description: 'Why it is not accepted, for machines' },
  message: nullable({ type: 'string', description: 'The same in a sentence' }),
  at: {
    type: ['array', 'null'],
    items: { type: 'integer' },
    description: 'Where it goes wrong: first and one past the last character of `canonical`',
  },
  suggestion: nullable({
    type: 'string',
    description:
      'What may have been meant, where only one slip leads there, or an O for a 0: a guess to ask about, not to pay to',
  }),
  parts: {
    type: 'object',
    additionalProperties: false,
    properties: partsSchema,
    description: 'What it is made of; which parts there are depends on the kind',
  },
  bic: nullable({ type: 'string', description: 'The BIC to use, where there is one' }),
  note: nullable({ type: 'string', description: 'Why these banks, where it is not plain' }),
  banks: {
    type: 'array',
    items: whole('Holder', {
      ...bankSchema.properties,
      relation: { enum: relations, description: 'How the bank is tied to the identifier' },
      since: nullable({ type: 'string', description: 'When the bank whose it was merged or closed, where known' }),
    }),
    description: 'Whose it is or could be, the surest first; of very many the first, and `note` says so',
  },
})

const resultSchema = whole('Resolved', {
  readings: { type: 'array', items: readingSchema, description: 'Every way to read it, the likeliest first' },
  message: nullable({ type: 'string', description: 'What to do if there is none' }),
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
      summary: 'Whose an identifier is, or why it is wrong',
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
      // Nobody in between may keep what somebody's account is.
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

const unknown = JSON.stringify(
  'Nothing we know of is written like this; check it, name its country, or search for a name.',
)
const unreadable = JSON.stringify({
  readings: [],
  message: `This is not a text of 1 to ${charactersMax} characters; send one, in quotes so that no zero is lost.`,
})
