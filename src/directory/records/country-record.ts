/**
 * Schemas for a supported country or region: the record in `data/countries.json`, and the object that the API returns.
 */
import type { FromSchema } from 'json-schema-to-ts'
import { closedEnum, count, nullable, objectSchema } from './json-schema.ts'
import { schemeFields } from './scheme.ts'

const fields = {
  code: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 code, or the code of a region' },
  alpha3: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 3166 three-letter code' },
  name: { type: 'string', minLength: 1, description: 'English name, as defined by interface 1.0' },
  display_name: { type: 'string', minLength: 1, description: 'English name for display' },
  kind: {
    ...closedEnum('CountryKind', ['country', 'region']),
    description: 'A region combines the banks of its members',
  },
  currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of the currency' },
  calling_code: { type: 'string', pattern: '^\\+\\d{1,4}$', description: 'Telephone country code' },
  iban: { type: 'boolean', description: 'Whether accounts have an IBAN' },
} as const

const also = { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } } as const
const members = { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}$' } } as const

const accountNumber = {
  label: { type: 'string', minLength: 1, description: 'Local name of the account number' },
  pattern: { type: 'string', pattern: '^\\^.+\\$$', description: 'Regular expression for an account number' },
  example: { type: 'string', minLength: 1, description: 'A well-formed example' },
} as const

export const countryRecordSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'kind', 'currency', 'iban', 'account_number'],
  properties: {
    ...fields,
    code: { type: 'string', pattern: '^[A-Z]{2,4}$' },
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
    other_members: { ...members, minItems: 1 },
    source: { type: 'string' },
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

/**
 * Whether the record is a region such as SEPA, which has no code of two letters. Interface 1.0 promises two letters in
 * the list of countries, so these regions are kept apart from it.
 */
export const isLargeRegion = ({ code }: Pick<CountryRecord, 'code'>): boolean => code.length > 2

/**
 * Returns the display name, or the name if there is none. The two can differ because interface 1.0 fixes `name`, and
 * calls the United Kingdom "London (United Kingdom)".
 */
export const displayNameOf = ({ name, display_name = name }: CountryRecord): string => display_name

const supportedFields = {
  code: fields.code,
  alpha3: nullable(fields.alpha3),
  name: fields.name,
  display_name: fields.display_name,
  also: { ...also, description: 'Other accepted codes, such as UK for GB' },
  kind: fields.kind,
  members: {
    ...members,
    type: ['array', 'null'],
    description: 'Country codes of the members of a region; null for a country',
  },
  currency: fields.currency,
  calling_code: nullable(fields.calling_code),
  bank_count: count('Number of open banks'),
  iban: fields.iban,
  sepa: { type: 'boolean', description: 'Whether it is part of SEPA, the Single Euro Payments Area' },
  bank_codes: {
    type: 'array',
    description: 'The code schemes that its open banks use, preferred schemes first',
    items: objectSchema('BankCodeScheme', {
      scheme: { type: 'string', description: "Key of the scheme in a bank's `codes`" },
      label: { type: 'string', description: 'Display name' },
      pattern: { type: 'string', description: 'Regular expression for a code' },
      ...schemeFields,
      primary: { type: 'boolean', description: "Whether this scheme is the first choice for a bank's `code`" },
    }),
  },
  account_number: objectSchema('AccountNumberForm', { ...accountNumber, example: nullable(accountNumber.example) }),
  missing_members: { ...members, description: 'Country codes of the members that this build of the data leaves out' },
  note: nullable({ type: 'string', description: 'What this build of the data lacks here, if it is a notable part' }),
} as const

export const supportedCountrySchema = objectSchema('SupportedCountry', supportedFields)
export type SupportedCountry = FromSchema<typeof supportedCountrySchema>

export const supportedRegionSchema = objectSchema('SupportedRegion', {
  ...supportedFields,
  code: { type: 'string', pattern: '^[A-Z]{3,4}$', description: 'Code of the region, such as SEPA' },
  other_members: { ...members, description: 'Country codes of members without banks in the directory' },
  source: nullable({ type: 'string', description: 'Id of the list of members' }),
  as_of: nullable({ type: 'string', description: 'Date of the list of members' }),
})
export type SupportedRegion = FromSchema<typeof supportedRegionSchema>

/** Returns the codes of the countries in SEPA, even those without banks in the directory. */
export function sepaCountries(regions: readonly CountryRecord[]): ReadonlySet<string> {
  const sepa = regions.find(({ code }) => code === 'SEPA')
  return new Set([...(sepa?.members ?? []), ...(sepa?.other_members ?? [])])
}

/** Ranges of letters, because generated clients use the pattern in languages without Unicode properties. */
const letters = 'A-Za-zÀ-ỿ\u3040-힣'

/** Matches a country in a request: a code or a name of up to 60 characters; spaces around it are ignored. */
export const countryInputPattern = `^\\s*[${letters}][${letters} .&'’()-]{0,58}[${letters}.)]\\s*$`

/** The countries of a region, or the country itself; none without a country. */
export const memberCodes = (
  country: { code: string; members?: readonly string[] | null | undefined } | undefined,
): readonly string[] => (country ? (country.members ?? [country.code]) : [])
