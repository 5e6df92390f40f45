/** The tool that finds banks by name, or lists the best-known banks in a country. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { chooseList, readSearch, searchLimits } from '../../directory/requests/parameters.ts'
import { banksIn } from '../../directory/views/selected-fields.ts'
import { countryArgument, type Tool, ToolError } from '../tool.ts'
import { type FoundBank, foundBankSchema, toFoundBank } from '../views/bank-item.ts'
import { lean } from '../views/lean.ts'

/** Fewer than in the API, because a model pays for every character. */
const limits = { byDefault: 5, max: 20 }
const { maximum: offsetMax } = searchLimits.offset

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    query: { type: 'string', description: 'the name of a bank, or part of it' },
    country: countryArgument,
    type: { enum: bankTypes },
    rail: { type: 'string', description: 'a payment rail, such as br_pix' },
    region: { type: 'string', description: 'state, such as TX' },
    status: { enum: bankStatuses, description: 'active means open' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limits.max,
      description: `1 to ${limits.max}; default ${limits.byDefault}`,
    },
    offset: { type: 'integer', minimum: 0, maximum: offsetMax, description: 'to skip' },
  },
} as const

interface SearchResponse {
  banks: FoundBank[]
  scheme: string | null
  note: string | null
}

export const searchBanks: Tool = {
  name: 'search_banks',
  title: 'Search banks',
  description:
    'Find banks by name: also abbreviations, former names, brands, cities, any script, typos. Without `query`, list ' +
    'the best-known banks in a country. Use it for a name or an id. For a code, BIC or IBAN use resolve_identifier.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['banks'],
    properties: {
      banks: { type: 'array', items: foundBankSchema },
      total: { type: 'integer' },
      hint: { type: 'string' },
    },
  },
  run: async (
    {
      query = '',
      country: input,
      type,
      rail,
      region,
      status,
      limit = limits.byDefault,
      offset = 0,
    }: FromSchema<typeof inputSchema>,
    context,
  ) => {
    const lookups = await context.loadLookups()
    const types = type && [type]
    if (query.trim() !== '') {
      const search = readSearch(query, { country: input, status, types, rail, region, limit, offset }, lookups)
      const json = await context.run(() => lookups.search(search))
      const { banks: found, scheme, note } = JSON.parse(json) as SearchResponse
      const hint = [...(found.length === 0 ? [noMatch] : []), ...(note === null ? [] : [note])].join(' ')
      return lean({ banks: found.map((bank) => toFoundBank(bank, scheme)), hint: hint || undefined })
    }
    if (input === undefined)
      throw new ToolError('Send `query`, the name of a bank, or `country` to list the best-known banks there.')
    const country = lookups.requireCountry(input)
    const list = chooseList({ status, types, rail, region, sort: 'prominence', limit }, country, lookups)
    const { json, total } = await context.run(() => lookups.listBanks(country, { ...list, offset }))
    return lean({ banks: [...banksIn(json)].flat().map((bank) => toFoundBank(bank)), total, hint: country.note })
  },
}

const noMatch =
  'No bank matches. Try fewer words, another spelling, or without `country`, `type` and `status`. For a code or number use resolve_identifier.'
