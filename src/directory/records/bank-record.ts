/**
 * Schemas for a bank: the record in `data/banks/*.jsonl`, which omits unknown values, and the objects that the API
 * returns, in which every key is present and unknown values are null.
 */

import type { FromSchema } from 'json-schema-to-ts'
import { pattern as bicPattern } from '../../identifiers/bic.ts'
import { pattern as leiPattern } from '../../identifiers/lei.ts'
import { addressRecordSchema, addressSchema } from './bank-address.ts'
import { closedEnum, extendSchema, nullable, objectSchema, openEnum } from './json-schema.ts'
import { schemeFields } from './scheme.ts'
import { sourceDetailSchema, sourceSchema } from './source.ts'

export const bankTypes = [
  'building_society',
  'central_bank',
  'commercial_bank',
  'cooperative_bank',
  'credit_union',
  'development_bank',
  'e_money_institution',
  'finance_company',
  'foreign_branch',
  'merchant_bank',
  'microfinance_bank',
  'mobile_money',
  'mortgage_bank',
  'non_interest_bank',
  'official_institution',
  'other',
  'payment_institution',
  'payment_service_bank',
  'savings_and_loans',
  'savings_bank',
  'trust_company',
] as const

export const bankStatuses = ['active', 'unverified', 'merged', 'closed'] as const

/**
 * The bank types that lists include by default. An official institution has accounts at a central bank but no customers
 * of its own, so it does not belong in a dropdown of banks.
 */
export const listedTypes: readonly (typeof bankTypes)[number][] = bankTypes.filter(
  (type) => type !== 'official_institution',
)

export const bankType = openEnum('BankType', bankTypes)

const bic = {
  type: 'string',
  pattern: bicPattern,
  description: 'BIC (ISO 9362), 8 or 11 characters',
} as const

const { date } = sourceSchema.properties

const rails = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string' },
  description: 'Ids of the payment rails, sorted',
} as const

const fields = {
  id: {
    type: 'string',
    pattern: '^[a-z]{2}(-[a-z0-9]+)+$',
    description: 'Permanent id, which never changes and is never reused',
  },
  name: { type: 'string', minLength: 1, description: 'Usual name, without the legal form' },
  short_name: { type: 'string', minLength: 1, description: 'Usual abbreviation' },
  legal_name: { type: 'string', minLength: 1, description: 'Full legal name, if different' },
  aliases: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Other and former names' },
  country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 code' },
  type: { ...bankType, description: 'Kind of institution' },
  city: { type: 'string', minLength: 1, description: 'City of the head office' },
  region: { type: 'string', minLength: 1, description: 'State or county of the head office' },
  bic,
  lei: { type: 'string', pattern: leiPattern, description: 'Legal entity identifier (ISO 17442)' },
  website: { type: 'string', format: 'uri', pattern: '^https?://', description: 'Website' },
  ussd: { type: 'string', pattern: '^[*\\d]+#$', description: 'USSD code of the bank or wallet' },
  status: { ...closedEnum('BankStatus', bankStatuses), description: 'Only `active` banks are open' },
  confidence: { ...closedEnum('Confidence', ['high', 'medium', 'low']), description: 'How well the sources agree' },
} as const

/**
 * Matches text that a spreadsheet cannot run as a formula: CSV files contain the values unchanged. A formula starts with
 * one of these characters, at the start or after a semicolon, which separates cells in most of Europe.
 */
export const formulaFreePattern = '^(?!(?:[\\s\\S]*;)?\\s*[=+@\uFF1D\uFF0B\uFF0D\uFF20-])\\P{Cc}*$'

const formulaFree = { pattern: formulaFreePattern } as const

export const bankRecordSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'country', 'type', 'status', 'confidence', 'sources'],
  // Each line in the data file has its keys in this order.
  properties: {
    id: fields.id,
    name: { ...fields.name, ...formulaFree },
    short_name: { ...fields.short_name, ...formulaFree },
    legal_name: { ...fields.legal_name, ...formulaFree },
    aliases: { ...fields.aliases, items: { ...fields.aliases.items, ...formulaFree }, minItems: 1 },
    country: fields.country,
    type: fields.type,
    city: { ...fields.city, ...formulaFree },
    region: { ...fields.region, ...formulaFree },
    address: addressRecordSchema(formulaFree),
    codes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['scheme', 'value', 'source'],
        properties: {
          scheme: { type: 'string' },
          value: { type: 'string', minLength: 1, ...formulaFree },
          status: { enum: ['former', 'unconfirmed'] },
          main: { const: true },
          in_force: { const: true },
          bic,
          rails,
          as_of: date,
          source: { type: 'string' },
        },
      },
    },
    rails,
    rails_unknown: { ...rails, description: 'Rails whose list could not be read for this bank' },
    bic,
    bic_source: { type: 'string' },
    other_bics: { type: 'array', items: bic, minItems: 1 },
    lei: fields.lei,
    website: { ...fields.website, pattern: '^https?://(?!\\S*;[=+@-])\\S*$' },
    ussd: fields.ussd,
    status: fields.status,
    status_since: date,
    successor: fields.id,
    confidence: fields.confidence,
    reach: { enum: ['international'], description: 'The bank that people mean if they name no country' },
    sources: { type: 'array', items: { type: 'string' }, minItems: 1 },
    notes: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  },
} as const

export type BankRecord = FromSchema<typeof bankRecordSchema>

const source = sourceSchema.properties

const apiFields = {
  id: fields.id,
  name: fields.name,
  short_name: nullable(fields.short_name),
  legal_name: nullable(fields.legal_name),
  aliases: fields.aliases,
  country: fields.country,
  type: fields.type,
  city: nullable(fields.city),
  region: nullable(fields.region),
  code: {
    type: ['string', 'null'],
    description:
      'The code for payments to the bank: its only current code in `code_scheme`, or its main code. Null if the right ' +
      'code depends on the account or if none is known: see `codes`',
  },
  code_scheme: {
    type: ['string', 'null'],
    description:
      'The scheme of `code`: the first preferred scheme of the country in which the bank has a code for payments',
  },
  codes: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Current codes by scheme',
  },
  bic: nullable(fields.bic),
  lei: nullable(fields.lei),
  website: nullable(fields.website),
  ussd: nullable(fields.ussd),
  status: fields.status,
  confidence: fields.confidence,
} as const

export const bankSchema = objectSchema('Bank', apiFields)
export type Bank = FromSchema<typeof bankSchema>

export const railsSchema = {
  type: 'array',
  description: "Payment rails of the bank's country: whether money reaches the bank over each",
  items: objectSchema('BankRail', {
    rail: { type: 'string', description: 'Id of the rail' },
    reachable: {
      type: ['boolean', 'null'],
      description:
        'False only if the list of participants is complete. Null if the directory has no list, or could not read it ' +
        'for this bank. Rails with an incomplete list that lacks the bank are left out',
    },
    as_of: nullable({ type: 'string', description: 'Date of the list' }),
    source: nullable({ type: 'string', description: 'Id of the list' }),
  }),
} as const

/** A bank in the response to a request with `fields`. */
export const bankFieldsSchema = {
  title: 'BankFields',
  description: 'Only the fields of the bank that the request selects with `fields`',
  type: 'object',
  additionalProperties: false,
  properties: { ...apiFields, rails: railsSchema },
} as const

const { id, name, short_name, country, type, city, region, code, code_scheme, bic: nullableBic, status } = apiFields

/**
 * The fields of a bank in a resolve result, in the order of the bank schema. Long fields such as `codes` are left out.
 */
export const bankSummarySchema = objectSchema('BankSummary', {
  id,
  name,
  short_name,
  country,
  type,
  city,
  region,
  code,
  code_scheme,
  bic: nullableBic,
  status,
})

export const codeStatuses = ['current', 'former', 'unconfirmed'] as const

export const bankDetailSchema = extendSchema('BankDetail', bankSchema, {
  status_since: { type: ['string', 'null'], description: 'Date of the merger or closure' },
  successor: { type: ['string', 'null'], description: 'Id of the open bank that took this one over' },
  address: addressSchema,
  other_bics: { type: 'array', items: { type: 'string' }, description: 'Other BICs of the bank' },
  code_details: {
    type: 'array',
    description: 'Every code, including former and unconfirmed ones',
    items: objectSchema('CodeDetail', {
      scheme: { type: 'string', description: 'Code scheme' },
      label: { type: 'string', description: 'Display name of the scheme' },
      ...schemeFields,
      value: { type: 'string', description: 'The code as text: leading zeros are significant' },
      status: { ...closedEnum('CodeStatus', codeStatuses), description: 'Only `current` codes are in `codes`' },
      bic: { type: ['string', 'null'], description: "BIC to use with this code, if it differs from the bank's BIC" },
      as_of: { type: 'string', description: 'Date of the source' },
      source: { type: 'string', description: 'Id of the source in `sources`' },
      redistribution: source.redistribution,
    }),
  },
  bic_details: {
    type: 'array',
    description: '`bic` and `other_bics` with their sources',
    items: objectSchema('BicDetail', {
      bic: { type: 'string', description: 'BIC of the bank' },
      source: {
        type: ['string', 'null'],
        description: 'Id of the source in `sources`. Null if it is not recorded which source has the BIC',
      },
      as_of: { type: ['string', 'null'], description: 'Date of the source' },
    }),
  },
  rails: railsSchema,
  sources: {
    type: 'array',
    description: 'The published lists that the facts come from',
    items: sourceDetailSchema,
  },
  redistribution: {
    ...source.redistribution,
    description: 'The most permissive terms among `sources`',
  },
  notes: {
    type: 'array',
    items: { type: 'string' },
    description: 'Remarks on conflicts between sources, mergers and other details',
  },
})
export type BankDetail = FromSchema<typeof bankDetailSchema>
