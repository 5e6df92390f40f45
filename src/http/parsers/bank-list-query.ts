/**
 * Query parameters for bank lists, shared by the JSON and CSV endpoints: their schemas, and the list that they select.
 */
import type { BankRows } from '../../directory/directory.ts'
import { bankStatuses, bankType, bankTypes, listedTypes } from '../../directory/records/bank.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import { closedEnum } from '../../directory/records/json-schema.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { BankFilter } from '../../directory/views/bank-filter.ts'
import { type BankField, bankFields, selectFields } from '../../directory/views/selected-fields.ts'
import { type ProblemCode, problem, quoted } from '../errors/problems.ts'
import { whenReady } from '../lookups/when-ready.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import type { QueryOf } from './query-parameters.ts'

export const statusParameter = { type: 'string', enum: [...bankStatuses, 'any'] } as const
export const typeParameter = { type: 'array', items: bankType } as const

export const bankListParameters = {
  status: { ...statusParameter, default: 'active', description: 'Only banks with this status' },
  type: {
    ...typeParameter,
    description: 'Only banks of these types, separated by commas. Default: all except `official_institution`',
  },
  has: {
    type: 'string',
    description:
      'With `code`, only banks whose `code` is not null. With a code scheme, only banks with a current code in that scheme',
    examples: ['ng_nip'],
  },
  sort: {
    type: 'string',
    enum: ['name', 'prominence'],
    default: 'name',
    description: 'With `prominence`, large and well-known banks come first',
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

/**
 * `types` and `fields` are undefined if they equal the default, even if the caller sent them, so that each list has
 * only one cache key.
 */
export interface BankListChoice extends BankFilter {
  sort: 'name' | 'prominence'
  fields: readonly BankField[] | undefined
}

export function chooseList(
  query: BankListQuery,
  country: SupportedCountry,
  { directory }: DataSnapshot,
): BankListChoice {
  const { status = 'active', type, has, sort = 'name', fields } = query
  if (has !== undefined) checkHas(has, country, directory.packed.schemes)
  return { status, types: chooseTypes(type), has, sort, fields: chooseFields(fields) }
}

const chooseTypes = (given: BankListQuery['type']): BankListChoice['types'] => normalize(given, bankTypes, listedTypes)
const chooseFields = (given: BankListQuery['fields']): BankListChoice['fields'] =>
  normalize(given, bankFields, bankFields)

/** Returns the given values without duplicates, in the order of `all`, or undefined if they equal the default. */
function normalize<Value>(
  given: readonly Value[] | undefined,
  all: readonly Value[],
  byDefault: readonly Value[],
): Value[] | undefined {
  if (given === undefined) return undefined
  const selected = all.filter((value) => given.includes(value))
  const isDefault = selected.length === byDefault.length && byDefault.every((value) => selected.includes(value))
  return isDefault ? undefined : selected
}

/**
 * Accepts every code scheme of the country, even one without codes at the moment: a data update must not turn a valid
 * request into an error.
 */
function checkHas(has: string, country: SupportedCountry, schemes: Map<string, Scheme>): void {
  const scheme = schemes.get(has)
  const countries = [...(country.members ?? [country.code]), '*']
  if (has === 'code' || (scheme && countries.includes(scheme.country))) return
  const used = country.bank_codes.map(({ scheme: id }) => id)
  const schemeChoice = used.length === 0 ? '' : `, or a code scheme of ${country.code}: ${used.join(', ')}`
  throw problem('parameter_malformed', { name: 'has', value: quoted(has), allowed: `"code"${schemeChoice}` })
}

/** Returns whether the choice selects the prebuilt list. */
export const isDefaultList = ({ status, types, has, sort, fields }: BankListChoice): boolean =>
  status === 'active' && types === undefined && has === undefined && sort === 'name' && fields === undefined

export const listCacheKey = (
  { code }: SupportedCountry,
  { status, types, has, sort, fields }: BankListChoice,
): string => [code, status, types ?? 'all', has, sort, fields ?? 'all'].join(' ')

/** Prominence is part of the search index, so shortly after startup this function waits for the index to load. */
export const prominenceFor = (
  { sort }: BankListChoice,
  { loadFinder }: DataSnapshot,
): Float32Array | undefined | Promise<Float32Array | undefined> =>
  sort === 'prominence' ? whenReady(loadFinder(), ({ prominence }) => prominence) : undefined

export function* withFields(rows: BankRows, { fields }: BankListChoice): Generator<void, BankRows> {
  return fields === undefined ? rows : yield* selectFields(rows, fields)
}
