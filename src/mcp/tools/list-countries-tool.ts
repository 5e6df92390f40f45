/** The tool that lists the supported countries, or describes one of them. */
import type { FromSchema } from 'json-schema-to-ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { countryArgument, type Tool } from '../tool.ts'
import { type Fields, lean, listOrNone, pickFields } from '../views/lean.ts'

const text = { type: 'string' } as const

const countryFactsSchema = {
  type: 'object',
  required: ['code', 'name', 'bank_codes'],
  properties: {
    code: text,
    name: text,
    currency: text,
    calling_code: text,
    open_banks: { type: 'integer' },
    iban: { type: 'boolean' },
    members: { type: 'array', items: text },
    bank_codes: {
      type: 'array',
      description: 'Preferred first',
      items: {
        type: 'object',
        required: ['scheme', 'pattern'],
        properties: { scheme: text, label: text, pattern: text, level: text, used_for: text },
      },
    },
    account_number: {
      type: 'object',
      properties: { label: text, pattern: text, example: text },
    },
  },
} as const

const inputSchema = { type: 'object', additionalProperties: false, properties: { country: countryArgument } } as const

export const listCountries: Tool = {
  name: 'list_countries',
  title: 'List countries',
  description:
    'List the countries or, with `country`, describe one: currency, open banks, IBANs, kinds ' +
    'and formats of bank codes. Use it to see if a country is covered. For the fields of a payment form use ' +
    'account_requirements.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['revision'],
    properties: {
      revision: text,
      note: text,
      countries: { type: 'object', additionalProperties: text },
      country: countryFactsSchema,
    },
  },
  run: async ({ country: input }: FromSchema<typeof inputSchema>, context) => {
    const { revision, countries, regions, requireCountry, lossNotes } = await context.loadLookups()
    if (input !== undefined) {
      const country = requireCountry(input)
      return lean({ revision, note: country.note, country: toCountryFacts(country) })
    }
    const all = [...countries, ...regions]
    const names = Object.fromEntries(all.map(({ code, display_name }) => [code, display_name]))
    return lean({ revision, note: lossNotes.onBuild(), countries: names })
  },
}

export function toCountryFacts(country: SupportedCountry): Fields {
  const { bank_codes, account_number } = countryFactsSchema.properties
  return pickFields(countryFactsSchema, country, {
    name: country.display_name,
    open_banks: country.bank_count,
    members: country.members && listOrNone(country.members),
    bank_codes: country.bank_codes.map((scheme) => pickFields(bank_codes.items, scheme)),
    account_number: pickFields(account_number, country.account_number),
  })
}
