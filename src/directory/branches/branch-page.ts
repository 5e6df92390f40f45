/** One page of the branches of a bank, as every interface returns it. */
import type { FromSchema } from 'json-schema-to-ts'
import { closedEnum, count, extendSchema, nullable, objectSchema } from '../records/json-schema.ts'
import { sourceDetailSchema, toSourceDetail } from '../records/source.ts'
import { namedBranchSchema } from '../resolve/resolve-schema.ts'
import type { BranchRow } from './branch-table.ts'
import type { BranchList } from './branches.ts'

/** As JSON Schemas: the API publishes them. */
export const branchLimits = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  /** No bank has this many branches. */
  offset: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 },
} as const

const bankBranchSchema = extendSchema('BankBranch', namedBranchSchema, {
  status: {
    ...closedEnum('BranchStatus', ['current', 'merged']),
    description: '`merged`: the code is no longer in use, and `successor` replaces it',
  },
  successor: nullable({ type: 'string', description: 'The branch code that replaces this one' }),
})

export const branchPageSchema = objectSchema('BranchPage', {
  bank: { type: 'string', description: 'Id of the bank' },
  form: { type: 'string', description: 'The kind of branch code, such as `in_ifsc`' },
  as_of: { type: 'string', description: 'Date of `source`' },
  source: { ...sourceDetailSchema, description: 'The list that says which codes exist' },
  names_source: { ...sourceDetailSchema, description: 'The list that the names and places come from' },
  count: count('Number of matching branches on all pages'),
  branches: { type: 'array', items: bankBranchSchema, description: 'One page of the branches, sorted by code' },
})

export type BranchPage = FromSchema<typeof branchPageSchema>

export const toBranchPage = (
  bank: string,
  { form, source, namesSource }: BranchList,
  { count, branches }: { count: number; branches: readonly BranchRow[] },
): BranchPage => ({
  bank,
  form: form.id,
  as_of: source.date,
  source: toSourceDetail(source),
  names_source: toSourceDetail(namesSource),
  count,
  branches: branches.map(toBankBranch),
})

export const toBankBranch = ({ code, name, city, region, successor }: BranchRow): BranchPage['branches'][number] => ({
  code,
  name,
  city,
  region,
  status: successor === null ? 'current' : 'merged',
  successor,
})
