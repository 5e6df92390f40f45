/**
 * A bank: the record in `data/banks/*.jsonl` (keys without a known value left out), and the two shapes in which the
 * service shows it (every key present, null where unknown).
 */
import type { FromSchema } from 'json-schema-to-ts'
import { pattern as bicPattern } from '../../identifiers/bic.ts'
import { pattern as leiPattern } from '../../identifiers/lei.ts'
import { nullable, objectSchema } from './json-schema.ts'
import { schemeFields } from './scheme.ts'
import { sourceSchema } from './source.ts'

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
 * The types that a list has unless the request names others. An official institution has accounts at a central bank and no
 * customers of its own, so it does not belong in a menu of banks.
 */
export const listedTypes: readonly (typeof bankTypes)[number][] = bankTypes.filter(
  (type) => type !== 'official_institution',
)

const bic = {
  type: 'string',
  pattern: bicPattern,
  description: 'BIC (ISO 9362), 8 or 11 characters',
} as const

const { date } = sourceSchema.properties

const fields = {
  id: {
    type: 'string',
    pattern: '^[a-z]{2}(-[a-z0-9]+)+$',
    description: 'Never changes and is never given to another',
  },
  name: { type: 'string', minLength: 1, description: 'Customary name without legal form' },
  short_name: { type: 'string', minLength: 1, description: 'Usual abbreviation' },
  legal_name: { type: 'string', minLength: 1, description: 'Full name where it differs' },
  aliases: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Other and former names' },
  country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 code' },
  type: { enum: bankTypes, description: 'Kind of institution' },
  city: { type: 'string', minLength: 1, description: 'Seat' },
  region: { type: 'string', minLength: 1, description: 'State or county of the seat' },
  bic,
  lei: { type: 'string', pattern: leiPattern, description: 'Legal entity identifier (ISO 17442)' },
  website: { type: 'string', format: 'uri', pattern: '^https?://', description: 'Address of its site' },
  ussd: { type: 'string', pattern: '^[*\\d]+#$', description: 'USSD code of the bank or wallet' },
  status: { enum: bankStatuses, description: 'Only `active` banks are open' },
  confidence: { enum: ['high', 'medium', 'low'], description: 'How well the sources agree' },
} as const

export const bankRecordSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'country', 'type', 'status', 'confidence', 'sources'],
  // In the order in which they stand in a line.
  properties: {
    id: fields.id,
    name: fields.name,
    short_name: fields.short_name,
    legal_name: fields.legal_name,
    aliases: { ...fields.aliases, minItems: 1 },
    country: fields.country,
    type: fields.type,
    city: fields.city,
    region: fields.region,
    codes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['scheme', 'value', 'source'],
        properties: {
          scheme: { type: 'string' },
          value: { type: 'string', minLength: 1 },
          status: { enum: ['former', 'unconfirmed'] },
          main: { const: true },
          in_force: { const: true },
          bic,
          as_of: date,
          source: { type: 'string' },
        },
      },
    },
    bic,
    other_bics: { type: 'array', items: bic, minItems: 1 },
    lei: fields.lei,
    website: fields.website,
    ussd: fields.ussd,
    status: fields.status,
    status_since: date,
    successor: fields.id,
    confidence: fields.confidence,
    reach: { enum: ['international'], description: 'The bank that is meant where its name is given without a country' },
    sources: { type: 'array', items: { type: 'string' }, minItems: 1 },
    notes: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  },
} as const

export type BankRecord = FromSchema<typeof bankRecordSchema>

const source = sourceSchema.properties

const shown = {
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
      'The code for payments to the bank: its one current value in `code_scheme`, or its main one; null where the account ' +
      'decides, and where none is known: see `codes`',
  },
  code_scheme: {
    type: ['string', 'null'],
    description: 'The scheme of `code`: the first of those that its country prefers in which the bank has such a code',
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

export const bankSchema = objectSchema('Bank', shown)
export type Bank = FromSchema<typeof bankSchema>

const { id, name, short_name, country, type, city, region, code, code_scheme, bic: shownBic, status } = shown

/** A bank among others, where its lists of names and codes would be too much; in the order of a row. */
export const bankSummaryFields = {
  id,
  name,
  short_name,
  country,
  type,
  city,
  region,
  code,
  code_scheme,
  bic: shownBic,
  status,
} as const

export const bankDetailSchema = objectSchema('BankDetail', {
  ...shown,
  status_since: { type: ['string', 'null'], description: 'When it merged or closed' },
  successor: { type: ['string', 'null'], description: 'Id of the open bank that took it over' },
  other_bics: { type: 'array', items: { type: 'string' }, description: 'Further BICs' },
  code_details: {
    type: 'array',
    description: 'Every code, former and unconfirmed ones too',
    items: objectSchema('CodeDetail', {
      scheme: { type: 'string', description: 'Code scheme' },
      label: { type: 'string', description: 'Name of the scheme for people' },
      ...schemeFields,
      value: { type: 'string', description: 'Text: leading zeros count' },
      status: { enum: ['current', 'former', 'unconfirmed'], description: 'Only `current` ones are in `codes`' },
      bic: { type: ['string', 'null'], description: "BIC to use with this code where it is not the bank's" },
      as_of: { type: 'string', description: 'Date of the list it was taken from' },
      source: { type: 'string', description: 'Id of that list in `sources`' },
      redistribution: source.redistribution,
    }),
  },
  sources: {
    type: 'array',
    description: 'The lists that the facts were taken from',
    items: objectSchema('Source', {
      id: source.id,
      title: source.title,
      publisher: source.publisher,
      date: source.date,
      rows_dated: source.rows_dated,
      licence: source.licence,
      redistribution: source.redistribution,
      url: nullable(source.url),
    }),
  },
  redistribution: {
    ...source.redistribution,
    description: 'The freest terms among `sources`: whether it may be passed on that this bank exists',
  },
  notes: { type: 'array', items: { type: 'string' }, description: 'Conflicts, mergers and the like' },
})
export type BankDetail = FromSchema<typeof bankDetailSchema>
