/**
 * The lookup of a list of banks. The list of the open banks in a country is prebuilt; others are built on demand and
 * cached. The CSV and XLSX files have the same parameters.
 */
import { bankType } from '../../directory/records/bank-record.ts'
import { countryInputPattern, type SupportedCountry } from '../../directory/records/country-record.ts'
import { closedEnum } from '../../directory/records/json-schema.ts'
import {
  type BankListChoice,
  chooseList,
  listFacetNames,
  listLimit,
  sortOrders,
  statusChoices,
} from '../../directory/requests/parameters.ts'
import { listJson } from '../../directory/storage/list-json.ts'
import { selectableFields, selectFields } from '../../directory/views/selected-fields.ts'
import type { QueryOf } from '../parsers/query-parameters.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import { type Lookup, type LookupResponse, whenReady } from './lookup.ts'

const country = {
  type: 'string',
  pattern: countryInputPattern,
  description:
    'Two-letter or three-letter code, or English name, of a supported country, or the code of a region such as EU or ' +
    'SEPA; case-insensitive',
  examples: ['ng'],
} as const

export const countrySelectorSchema = {
  title: 'CountrySelector',
  type: 'object',
  required: ['country'],
  properties: { country },
} as const

export const statusParameter = { type: 'string', enum: statusChoices } as const
export const typeParameter = { type: 'array', items: bankType } as const

export const hasParameter = {
  type: 'string',
  description:
    'With `code` or `bic`, only banks in which that field is not null. With a code scheme, only banks with a current code in that scheme',
  examples: ['ng_nip'],
} as const

export const railParameter = {
  type: 'string',
  description: 'Only banks that money reaches over this payment rail',
  examples: ['br_pix'],
} as const

export const regionParameter = {
  type: 'string',
  description: 'Only banks in this state or county, as in the field `region`',
  examples: ['TX'],
} as const

export const bankListParameters = {
  status: { ...statusParameter, default: 'active', description: 'Only banks with this status' },
  type: {
    ...typeParameter,
    description: 'Only banks of these types, separated by commas. Default: all except `official_institution`',
  },
  has: hasParameter,
  rail: railParameter,
  region: regionParameter,
  sort: {
    type: 'string',
    enum: sortOrders,
    default: 'name',
    description: 'With `prominence`, the best-known banks come first',
  },
  limit: {
    ...listLimit,
    description: 'Maximum number of banks. Default: all',
  },
  fields: {
    type: 'array',
    items: closedEnum('BankFieldName', selectableFields),
    description: 'Only these fields of each bank, separated by commas. Default: all except `rails`',
  },
} as const

/** The parameters of the files. */
export const bankFileQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country'],
  properties: { country, ...bankListParameters },
} as const

export const bankListQuerySchema = {
  ...bankFileQuerySchema,
  properties: {
    ...bankFileQuerySchema.properties,
    facets: {
      type: 'array',
      items: closedEnum('ListFacetName', listFacetNames),
      description: 'Count all banks of the list, and the banks with each value of these fields, separated by commas',
    },
  },
} as const

export type BankListQuery = QueryOf<typeof bankListQuerySchema>

/** Returns the list of the open banks in a country. */
export const openBanksResponse = ({ country: input }: { country?: unknown }, lookup: Lookup): LookupResponse =>
  listResponse({}, lookup.snapshot.directory.requireCountry(input), lookup)

export const banksResponse = (query: BankListQuery, lookup: Lookup): LookupResponse =>
  listResponse(query, lookup.snapshot.directory.requireCountry(query.country), lookup)

/** Returns the prebuilt list if the parameters select it; builds and caches any other list, and those of large regions. */
function listResponse(
  query: Omit<BankListQuery, 'country'>,
  found: SupportedCountry,
  { snapshot, address }: Lookup,
): LookupResponse {
  const choice = readChoice(query, found, snapshot)
  const prebuilt = isDefaultList(choice) ? snapshot.lists.banksByCountry.get(found.code) : undefined
  if (prebuilt) return prebuilt
  return whenReady(listerFor(choice, snapshot), ({ listBanks, railsOf, revision, lossNotes }) => {
    const build = function* (): Generator<void, Buffer> {
      const rows = yield* listBanks(found, choice)
      const shown = choice.fields ? yield* selectFields(rows, choice.fields, railsOf) : rows
      return listJson(found, revision, shown, lossNotes.onList(found, choice.has), choice.facets && rows)
    }
    return snapshot.responseCache.getOrBuild(`banks ${listCacheKey(found, choice)}`, address, build)
  })
}

export const readChoice = (
  { type: types, ...others }: Omit<BankListQuery, 'country'>,
  found: SupportedCountry,
  { directory }: DataSnapshot,
): BankListChoice => chooseList({ types, ...others }, found, directory)

/** Prominence is part of the search index, so shortly after startup this function waits for the index to load. */
export const listerFor = ({ sort }: Pick<BankListChoice, 'sort'>, { directory, loadLookups }: DataSnapshot) =>
  sort === 'prominence' ? loadLookups() : directory

const isDefaultList = ({ status, types, has, rail, region, sort, limit, fields, facets }: BankListChoice): boolean =>
  status === 'active' &&
  types === undefined &&
  has === undefined &&
  rail === undefined &&
  region === undefined &&
  sort === 'name' &&
  limit === undefined &&
  fields === undefined &&
  facets === undefined

export const listCacheKey = (
  { code }: SupportedCountry,
  { status, types, has, rail, region, sort, limit, fields, facets }: BankListChoice,
): string => JSON.stringify([code, status, types, has, rail?.id, region, sort, limit, fields, facets])
