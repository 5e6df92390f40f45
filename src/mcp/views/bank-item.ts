/** A bank in a list of results: what a model needs to recognise it, to name it and to ask for more. */
import type { Bank } from '../../directory/records/bank-record.ts'
import type { ReadingResult } from '../../directory/resolve/resolve-schema.ts'
import { type Fields, objectOrNone, pickFields } from './lean.ts'

const text = { type: 'string' } as const

/** The fields of every result. */
const mainFields = {
  id: text,
  name: text,
  country: text,
  code: text,
  code_scheme: text,
  bic: text,
  status: text,
} as const

export const bankFields = Object.keys(mainFields) as (keyof typeof mainFields)[]

const required = ['id', 'name', 'country', 'status'] as const

/** A bank that holds an identifier or an account. */
export const holderSchema = {
  type: 'object',
  required: [...required, 'relation'],
  properties: { ...mainFields, relation: text, since: text },
} as const

export const toHolder = (bank: object): Fields => pickFields(holderSchema, bank)

/** A bank that a search found. */
export const foundBankSchema = {
  type: 'object',
  required,
  properties: {
    ...mainFields,
    short_name: text,
    type: text,
    city: text,
    code_counts: { type: 'object', description: 'Without `code`: how many codes get_bank has' },
    matched: { ...text, description: 'The field that matched, if not the name' },
  },
} as const

export interface FoundBank extends Bank {
  matched?: { field: string; text: string; status: string | null }
}

/** `scheme`: shows the code of the bank in this scheme, if it has one. */
export function toFoundBank(bank: FoundBank, scheme: string | null = null): Fields {
  const { code, code_scheme } = codeIn(bank, scheme)
  const code_counts = code === null ? countCodes(bank) : null
  return pickFields(foundBankSchema, bank, { code, code_scheme, code_counts, matched: describe(bank.matched) })
}

/** If the bank has several codes in the scheme, the right one depends on the account, so none is chosen. */
function codeIn(bank: Bank, scheme: string | null): Pick<Bank, 'code' | 'code_scheme'> {
  const codes = scheme === null || scheme === bank.code_scheme ? undefined : bank.codes[scheme]
  if (!codes) return bank
  return codes.length === 1 ? { code: codes[0] as string, code_scheme: scheme } : { code: null, code_scheme: null }
}

const countCodes = ({ codes }: Bank): Record<string, number> | undefined =>
  objectOrNone(Object.fromEntries(Object.entries(codes).map(([scheme, values]) => [scheme, values.length])))

/** Returns for example "former code 057"; undefined if the name matched, which the model sees anyway. */
function describe(matched: FoundBank['matched']): string | undefined {
  if (!matched || matched.field === 'name' || matched.field === 'short_name') return undefined
  const { field, text: value, status } = matched
  const word = fieldWords[field] ?? field
  return `${status === null || status === 'current' ? word : `${status} ${word}`} ${value}`
}

const fieldWords: Readonly<Record<string, string>> = {
  aliases: 'alias',
  codes: 'code',
  legal_name: 'legal name',
  successor_of: 'successor of',
}

/** The payment rails of a bank, as in `{ us_wire: 'no, as of 2025-12-04' }`. */
export const railsSchema = { type: 'object' } as const

export const toRails = (rails: ReadingResult['rails']): Fields | undefined =>
  objectOrNone(Object.fromEntries(rails.map(({ rail, reachable, as_of }) => [rail, describeReach(reachable, as_of)])))

function describeReach(reachable: boolean | null, as_of: string | null): string {
  if (reachable === null) return 'not known'
  return `${reachable ? 'yes' : 'no'}${as_of === null ? '' : `, as of ${as_of}`}`
}

/** The branch in a reading or an account: what the user may recognise. The code is part of the number. */
export const branchFields = { branch: text, branch_checked: { type: 'boolean' } } as const

/** Returns for example "Kalbadevi, Greater Mumbai, Maharashtra"; undefined if the list has no name for it. */
export function nameOfBranch(branch: ReadingResult['branch']): string | undefined {
  const known = branch === null ? [] : [branch.name, branch.city, branch.region].filter((part) => part !== null)
  return known.length === 0 ? undefined : known.join(', ')
}
