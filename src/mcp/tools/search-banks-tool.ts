/** The tool that finds banks by name, or lists the best-known banks in a country. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { readQuery, searchLimits } from '../../directory/requests/search-input.ts'
import { countryArgument, optionalCountry } from '../country-argument.ts'
import { listProminent } from '../prominent-banks.ts'
import { type Tool, ToolError } from '../tool.ts'
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
    status: { enum: bankStatuses, description: 'active means open' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limits.max,
      description: `1 to ${limits.max}; default ${limits.byDefault}`,
    },
    offset: { type: 'integer', minimum: 0, maximum: offsetMax, description: `results to skip, at most ${offsetMax}` },
  },
} as const

export const searchBanks: Tool = {
  name: 'search_banks',
  title: 'Search banks',
  description:
    'Find banks by name: also abbreviations, former names, brands, cities, any script, typos. Without `query`, list ' +
    'the best-known banks in a country. Use it for a name, and to get the id for get_bank. For a code, BIC or IBAN use resolve_identifier.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['banks'],
    properties: {
      banks: { type: 'array', items: foundBankSchema },
      total: { type: 'integer', description: 'The number of banks, without `query`' },
      hint: { type: 'string' },
    },
  },
  run: async (
    { query = '', country: input, type, status, limit = limits.byDefault, offset = 0 }: FromSchema<typeof inputSchema>,
    context,
  ) => {
    const directory = await context.loadDirectory()
    const country = optionalCountry(input, directory)
    const searcher = await context.loadSearcher()
    const types = type && [type]
    if (query.trim() !== '') {
      const search = { text: readQuery(query), country, status: status ?? 'any', types, limit, offset } as const
      const banks = (await context.run(() => searcher.search(search))).map(parse)
      return lean({ banks, hint: banks.length === 0 ? noMatch : undefined })
    }
    if (!country)
      throw new ToolError('Send `query`, the name of a bank, or `country` to list the best-known banks there.')
    const filter = { status: status ?? 'active', types } as const
    const list = await context.run(() => listProminent(directory, searcher, country, filter))
    return { banks: list.rows(offset, limit).map(parse), total: list.total }
  },
}

const parse = (json: string) => toFoundBank(JSON.parse(json) as FoundBank)

const noMatch =
  'No bank matches. Try fewer words, another spelling, or without `country`, `type` and `status`. For a code or number use resolve_identifier.'
