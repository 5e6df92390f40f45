/** Schemas of the request and the response of `POST /v1/resolve`. */
import { bankSchema, bankSummaryFields } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { nullable, objectSchema } from '../../directory/records/json-schema.ts'
import { readingKinds, relations, verdicts } from '../../directory/resolve/reading.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import { checkNames, reasons } from '../../identifiers/verdict.ts'

export const identifiersMax = 1_000
export const charactersMax = 100
/** A batch returns less for each identifier, so that 1,000 results stay below 2 MB. */
export const views = { single: { readingsMax: 50, banksMax: 50 }, batch: { readingsMax: 2, banksMax: 4 } }

export const selectorSchema = {
  title: 'IdentifierSelector',
  type: 'object',
  properties: {
    // The handler validates the values one by one, so that one invalid identifier does not fail the others.
    identifier: {
      description: `One identifier, a string of up to ${charactersMax} characters`,
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
    identifiers: {
      description: `Up to ${identifiersMax} identifiers, instead of \`identifier\``,
      examples: [['058', 'COBADEFF']],
    },
    country: {
      type: ['string', 'null'],
      pattern: countryInputPattern,
      description: 'Country or region of the identifiers, if known',
      examples: ['ng'],
    },
  },
} as const

export const querySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: {
      type: 'array',
      items: { enum: bankFields },
      description:
        'Only these fields of each bank, separated by commas; `relation` and `since` are always included. Default: a summary',
    },
  },
} as const

const part = (description: string) => ({ type: 'string', description }) as const

const partsSchema = {
  country: part('Country code of an IBAN, a BIC, a bank code, an account number or a bank id'),
  check_digits: part('Check digits of an IBAN or an LEI, or of an account number that includes those of its IBAN'),
  national_check: part('National check character of an IBAN from Italy or San Marino'),
  bank_code: part('Bank code in an IBAN or an account number'),
  branch_code: part('Branch code in an IBAN or an account number, if the country has branch codes'),
  sort_code: part('Sort code of a UK account, or in an IBAN from the United Kingdom or Ireland'),
  clearing: part('Clearing number of a Swedish account number'),
  account: part('Account number, without bank and branch'),
  institution: part('Institution in a BIC, or in a US or Canadian routing number'),
  location: part('Location code of a BIC'),
  branch: part('Branch in an 11-character BIC or a sort code'),
  issuer: part('Prefix of the organisation that issued an LEI'),
  entity: part('Entity in an LEI'),
  federal_reserve_symbol: part('Federal Reserve routing symbol of a US routing number'),
  check_digit: part('Check digit of a US routing number or a NUBAN'),
  bank: part('Bank digits of a sort code'),
  transit: part('Branch (transit number) of a Canadian routing number'),
  cheque: part('A Canadian routing number in the format printed on cheques'),
  eft: part('A Canadian routing number in the format for electronic payments'),
  serial: part('Serial number of a NUBAN'),
  code: part('The bank code'),
} as const

const holderFields = {
  relation: { enum: relations, description: 'How the bank is related to the identifier' },
  since: nullable({ type: 'string', description: 'When the former holder merged or closed, if known' }),
} as const

const readingSchema = objectSchema('Reading', {
  kind: { enum: readingKinds, description: 'Kind of identifier' },
  scheme: nullable({ type: 'string', description: 'Code scheme of a bank code' }),
  verdict: {
    enum: verdicts,
    description:
      '`valid`: all checks pass and the holder is known. `possible`: all checks pass, the holder is only indicative. ' +
      '`former`: the code is no longer in use. `unknown`: no bank in the directory holds it. `invalid`: a check failed',
  },
  canonical: { type: 'string', description: 'The identifier, normalised: without spaces and hyphens' },
  checks: {
    type: 'array',
    items: { enum: checkNames },
    description: 'The checks that ran, in order. If the verdict is `invalid`, the last one failed',
  },
  account_checked: {
    type: ['boolean', 'null'],
    description:
      'Whether the check digits of the account number were checked; null if the identifier has no account number',
  },
  reason: { type: ['string', 'null'], enum: [...reasons, null], description: 'Why it is invalid, as a code' },
  message: nullable({ type: 'string', description: 'Why it is invalid, as a sentence' }),
  at: {
    type: ['array', 'null'],
    items: { type: 'integer' },
    description: 'Position of the error in `canonical`: first character and one past the last',
  },
  suggestion: nullable({
    type: 'string',
    description: 'The likely correction, if exactly one common typo explains the error. Ask the user before you use it',
  }),
  parts: {
    type: 'object',
    additionalProperties: false,
    properties: partsSchema,
    description: 'Parts of the identifier, depending on its kind',
  },
  bic: nullable({ type: 'string', description: 'The BIC to use, if there is one' }),
  note: nullable({
    type: 'string',
    description: 'A note about the banks, or why there are none',
  }),
  bank_count: { type: 'integer', description: 'Number of banks that hold or may hold it' },
  banks: {
    type: 'array',
    items: {
      anyOf: [
        objectSchema('Holder', { ...bankSummaryFields, ...holderFields }),
        {
          title: 'HolderFields',
          description: 'The response to a request with `fields`',
          type: 'object',
          additionalProperties: false,
          required: ['relation', 'since'],
          properties: { ...bankSchema.properties, ...holderFields },
        },
      ],
    },
    description:
      `Most likely first; at most ${views.single.banksMax}, in a batch at most ${views.batch.banksMax}. ` +
      'Summaries, or the requested `fields`',
  },
})

const resultSchema = objectSchema('Resolved', {
  reading_count: { type: 'integer', description: 'Number of possible readings' },
  readings: {
    type: 'array',
    items: readingSchema,
    description: `Most likely first; in a batch at most ${views.batch.readingsMax}`,
  },
  message: nullable({ type: 'string', description: 'What to do, if there is no reading' }),
})

export const resolveSchema = {
  title: 'ResolveResult',
  description: 'The readings of `identifier`, or one result for each of `identifiers`',
  oneOf: [
    resultSchema,
    objectSchema('ResolvedBatch', {
      results: { type: 'array', items: resultSchema, description: 'In the order of `identifiers`' },
    }),
  ],
} as const
