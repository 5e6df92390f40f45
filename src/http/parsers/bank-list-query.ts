/** The query parameters of a list of banks, the same for JSON and CSV: what each may be, and which list they choose. */
import type { FromSchema } from 'json-schema-to-ts'
import type { BankRows } from '../../directory/directory.ts'
import { bankStatuses, bankTypes, listedTypes } from '../../directory/records/bank.ts'
import type { SupportedCountry } from '../../directory/records/country.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { BankFilter } from '../../directory/views/bank-filter.ts'
import { type BankField, bankFields, selectFields } from '../../directory/views/selected-fields.ts'
import { type ProblemCode, problem, quoted } from '../errors/problems.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'

export const statusParameter = { enum: [...bankStatuses, 'any'] } as const
export const typeParameter = { type: 'array', items: { enum: bankTypes } } as const

export const bankListParameters = {
  status: { ...statusParameter, description: 'Banks of this status; `active` unless given' },
  type: {
    ...typeParameter,
    description:
      'Banks of this type, or of several types, separated by commas; all but `official_institution` unless given',
  },
  has: {
    type: 'string',
    description: '`code`: banks whose `code` is not null; or a code scheme: banks with a current code in it',
    examples: ['ng_nip'],
  },
  sort: {
    enum: ['name', 'prominence'],
    description: '`prominence`: large and well-known banks first; `name` unless given',
  },
  fields: {
    type: 'array',
    items: { enum: bankFields },
    description: 'Only these fields of a bank, separated by commas; all unless given',
  },
} as const

export const listProblems: ProblemCode[] = ['parameter_unknown', 'parameter_malformed', 'lists_busy', 'responses_busy']

const querySchema = { type: 'object', additionalProperties: false, properties: bankListParameters } as const
export type BankListQuery = FromSchema<typeof querySchema>

/** Undefined stands for the default, however it was asked for, so that one list has one cache key. */
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

const chooseTypes = (given: BankListQuery['type']): BankListChoice['types'] => inOrder(given, bankTypes, listedTypes)
const chooseFields = (given: BankListQuery['fields']): BankListChoice['fields'] =>
  inOrder(given, bankFields, bankFields)

/** Each once, in the order of `all`; undefined where they are those of `byDefault`. */
function inOrder<Value>(
  given: readonly Value[] | undefined,
  all: readonly Value[],
  byDefault: readonly Value[],
): Value[] | undefined {
  const some = all.filter((value) => given?.includes(value))
  const isDefault = some.length === byDefault.length && byDefault.every((value) => some.includes(value))
  return given === undefined || isDefault ? undefined : some
}

/**
 * A scheme of the country is known even while no bank has a code in it: an update of the data must not turn a request
 * that worked into an error.
 */
function checkHas(has: string, country: SupportedCountry, schemes: Map<string, Scheme>): void {
  const scheme = schemes.get(has)
  const countries = [...(country.members ?? [country.code]), '*']
  if (has === 'code' || (scheme && countries.includes(scheme.country))) return
  const used = country.bank_codes.map((one) => one.scheme)
  const others = used.length === 0 ? '' : `, or a code scheme of ${country.code}: ${used.join(', ')}`
  throw problem('parameter_malformed', { name: 'has', value: quoted(has), allowed: `"code"${others}` })
}

/** The list that is ready-made. */
export const isDefaultList = ({ status, types, has, sort, fields }: BankListChoice): boolean =>
  status === 'active' && types === undefined && has === undefined && sort === 'name' && fields === undefined

export const cacheKeyOf = ({ code }: SupportedCountry, { status, types, has, sort, fields }: BankListChoice): string =>
  [code, status, types ?? 'all', has, sort, fields ?? 'all'].join(' ')

/** Prominence comes from the search index, so right after the start this waits until the index is there. */
export const prominenceFor = async (
  { sort }: BankListChoice,
  { finding }: DataSnapshot,
): Promise<Float32Array | undefined> => (sort === 'prominence' ? (await finding()).prominence : undefined)

export function* withFields(rows: BankRows, { fields }: BankListChoice): Generator<void, BankRows> {
  return fields === undefined ? rows : yield* selectFields(rows, fields)
}
