/** The tool that finds banks by name, or lists the best-known banks in a country. */
import type { FromSchema } from 'json-schema-to-ts'
import { bankStatuses, bankTypes } from '../../directory/records/bank.ts'
import { countryArgument, optionalCountry } from '../country-argument.ts'
import { listProminent } from '../prominent-banks.ts'
import { type Tool, ToolError } from '../tool.ts'
import { type FoundBank, foundBankSchema, toFoundBank } from '../views/bank-item.ts'
import { lean } from '../views/lean.ts'

const limits = { byDefault: 5, max: 20, offsetMax: 1_000 }

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    query: { type: 'string', maxLength: 100, description: 'the name of a bank, or part of it' },
    country: countryArgument,
    type: { enum: bankTypes },
    status: { enum: bankStatuses, description: 'only banks with this status; active means open' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limits.max,
      description: `1 to ${limits.max}; default ${limits.byDefault}`,
    },
    offset: { type: 'integer', minimum: 0, maximum: limits.offsetMax, description: 'results to skip, at most 1000' },
  },
} as const

export const searchBanks: Tool = {
  name: 'search_banks',
  title: 'Search banks',
  description:
    'Find banks by name: also abbreviations, former names, brands, cities, any script, typos. Without `query`, list ' +
    'the best-known banks in a country, for example all of one `type`. Use it whenever you have a name, and to get the ' +
    'id for get_bank. Do not use it for a code, BIC, IBAN or account number: use resolve_identifier.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['banks'],
    properties: {
      banks: { type: 'array', items: foundBankSchema },
      total: { type: 'integer', description: 'Without `query`: the number of banks' },
      hint: { type: 'string' },
    },
  },
  run: async (
    { query = '', country: input, type, status, limit = limits.byDefault, offset = 0 }: FromSchema<typeof inputSchema>,
    context,
  ) => {
    const directory = await context.loadDirectory()
    const country = optionalCountry(input, directory)
    const finder = await context.loadFinder()
    const types = type && [type]
    if (query.trim() !== '') {
      const search = { text: query, country, status: status ?? 'any', types, limit, offset } as const
      const banks = (await context.run(() => finder.search(search))).map(parse)
      return lean({ banks, hint: banks.length === 0 ? noMatch : undefined })
    }
    if (!country)
      throw new ToolError('Send `query`, the name of a bank, or `country` to list the best-known banks there.')
    const filter = { status: status ?? 'active', types } as const
    const list = await context.run(() => listProminent(directory, finder, country, filter))
    return { banks: list.rows(offset, limit).map(parse), total: list.total }
  },
}

const parse = (json: string) => toFoundBank(JSON.parse(json) as FoundBank)

const noMatch =
  'No bank matches. Try fewer words, another spelling, or without `country`, `type` and `status`. For a code or number use resolve_identifier.'
