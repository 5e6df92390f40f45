/** A supported country or region: the record in `data/countries.json`, and the shape in which the service lists it. */
import type { FromSchema } from 'json-schema-to-ts'
import { nullable, objectSchema } from './json-schema.ts'
import { schemeFields } from './scheme.ts'

const fields = {
  code: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 code, or the code of a region' },
  alpha3: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 3166 three-letter code' },
  name: { type: 'string', minLength: 1, description: 'Name in English, as interface 1.0 has it' },
  display_name: { type: 'string', minLength: 1, description: 'Name in English to show to people' },
  kind: { enum: ['country', 'region'], description: 'A region lists the banks of its members together' },
  currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of the currency' },
  calling_code: { type: 'string', pattern: '^\\+\\d{1,4}$', description: 'Telephone country code' },
  iban: { type: 'boolean', description: 'Whether accounts have an IBAN' },
} as const

const also = { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } } as const
const members = { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } } as const

const accountNumber = {
  label: { type: 'string', minLength: 1, description: 'What the account number is called' },
  pattern: { type: 'string', pattern: '^\\^.+\\$$', description: 'Regular expression of its form' },
  example: { type: 'string', minLength: 1, description: 'A well-formed one' },
} as const

export const countryRecordSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'kind', 'currency', 'iban', 'account_number'],
  properties: {
    ...fields,
    local_name: { type: 'string', minLength: 1 },
    other_names: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    regions: { type: 'object', additionalProperties: { type: 'string', minLength: 1 }, minProperties: 1 },
    cities: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', minLength: 1 } },
      minProperties: 1,
    },
    also: { ...also, minItems: 1 },
    members,
    code_schemes: { type: 'array', items: { type: 'string' }, minItems: 1 },
    clearing_prefix: { type: 'string', pattern: '^[A-Z]{2}$' },
    bank_codes_from: { type: 'string', pattern: '^[A-Z]{2}$' },
    account_number: {
      type: 'object',
      additionalProperties: false,
      required: ['label', 'pattern'],
      properties: accountNumber,
    },
  },
} as const

export type CountryRecord = FromSchema<typeof countryRecordSchema>

/** The United Kingdom is "London (United Kingdom)" in the interface, which says more than people need to see. */
export const displayNameOf = ({ name, display_name = name }: CountryRecord): string => display_name

export const supportedCountrySchema = objectSchema('SupportedCountry', {
  code: fields.code,
  alpha3: nullable(fields.alpha3),
  name: fields.name,
  display_name: fields.display_name,
  also: { ...also, description: 'Other codes that a caller may use for it, such as UK for GB' },
  kind: fields.kind,
  members: { ...members, type: ['array', 'null'], description: 'Codes of the countries of a region, else null' },
  currency: fields.currency,
  calling_code: nullable(fields.calling_code),
  bank_count: { type: 'integer', description: 'Number of open banks in its list' },
  iban: fields.iban,
  bank_codes: {
    type: 'array',
    description: 'Every scheme that the codes of its open banks belong to, the preferred ones first',
    items: objectSchema('BankCodeScheme', {
      scheme: { type: 'string', description: 'Key of `codes` in a bank' },
      label: { type: 'string', description: 'Name for people' },
      pattern: { type: 'string', description: 'Regular expression of a value' },
      ...schemeFields,
      primary: { type: 'boolean', description: 'Whether `code` of a bank is taken from this scheme first' },
    }),
  },
  account_number: objectSchema('AccountNumberForm', { ...accountNumber, example: nullable(accountNumber.example) }),
})

export type SupportedCountry = FromSchema<typeof supportedCountrySchema>

/** How a caller writes a country: two ASCII letters of any case, spaces around them ignored. */
export const countryInputPattern = '^\\s*[A-Za-z]{2}\\s*$'
