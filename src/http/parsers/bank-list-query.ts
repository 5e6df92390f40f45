/**
 * Query parameters for bank lists, shared by the JSON, CSV and XLSX endpoints: their schemas, and the list that they select.
 */
import type { BankRows } from '../../directory/directory.ts'
import { bankStatuses, bankType } from '../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { closedEnum } from '../../directory/records/json-schema.ts'
import { type BankListChoice, listLimit, sortOrders } from '../../directory/requests/bank-list-choice.ts'
import { bankFields, selectFields } from '../../directory/views/selected-fields.ts'
import type { ProblemCode } from '../errors/problems.ts'
import { whenReady } from '../lookups/when-ready.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import type { QueryOf } from './query-parameters.ts'

export const statusParameter = { type: 'string', enum: [...bankStatuses, 'any'] } as const
export const typeParameter = { type: 'array', items: bankType } as const

export const hasParameter = {
  type: 'string',
  description:
    'With `code` or `bic`, only banks in which that field is not null. With a code scheme, only banks with a current code in that scheme',
  examples: ['ng_nip'],
} as const

export const bankListParameters = {
  status: { ...statusParameter, default: 'active', description: 'Only banks with this status' },
  type: {
    ...typeParameter,
    description: 'Only banks of these types, separated by commas. Default: all except `official_institution`',
  },
  has: hasParameter,
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
    items: closedEnum('BankFieldName', bankFields),
    description: 'Only these fields of each bank, separated by commas. Default: all',
  },
} as const

export const listProblems: ProblemCode[] = ['parameter_unknown', 'parameter_malformed', 'lists_busy', 'responses_busy']

const querySchema = { type: 'object', additionalProperties: false, properties: bankListParameters } as const
export type BankListQuery = QueryOf<typeof querySchema>

/** Returns whether the choice selects the prebuilt list. */
export const isDefaultList = ({ status, types, has, sort, limit, fields }: BankListChoice): boolean =>
  status === 'active' &&
  types === undefined &&
  has === undefined &&
  sort === 'name' &&
  limit === undefined &&
  fields === undefined

export const listCacheKey = (
  { code }: SupportedCountry,
  { status, types, has, sort, limit, fields }: BankListChoice,
): string => [code, status, types ?? 'all', has, sort, limit ?? 'all', fields ?? 'all'].join(' ')

/** Prominence is part of the search index, so shortly after startup this function waits for the index to load. */
export const prominenceFor = (
  { sort }: BankListChoice,
  { loadFinder }: DataSnapshot,
): Float32Array | undefined | Promise<Float32Array | undefined> =>
  sort === 'prominence' ? whenReady(loadFinder(), ({ prominence }) => prominence) : undefined

export function* withFields(rows: BankRows, { fields }: BankListChoice): Generator<void, BankRows> {
  return fields === undefined ? rows : yield* selectFields(rows, fields)
}
