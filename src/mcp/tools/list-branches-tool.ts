/** The tool that lists the branches of a bank. */
import type { FromSchema } from 'json-schema-to-ts'
import { branchLimits } from '../../directory/branches/branch-page.ts'
import { readBranchQuery } from '../../directory/requests/parameters.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Tool } from '../tool.ts'
import { pickFields } from '../views/lean.ts'
import { requireBankId } from './get-bank-tool.ts'

/** Fewer than in the API, because a model pays for every character. */
const limits = { byDefault: 10, max: 50 }
const { maximum: offsetMax } = branchLimits.offset

const text = { type: 'string' } as const

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['bank'],
  properties: {
    bank: { type: 'string', minLength: 1, maxLength: 200, description: 'an id from another tool, such as in-dcb-bank' },
    query: { type: 'string', description: 'the start of its name or city' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limits.max,
      description: `1 to ${limits.max}; default ${limits.byDefault}`,
    },
    offset: { type: 'integer', minimum: 0, maximum: offsetMax, description: 'branches to skip' },
  },
} as const

const branchSchema = {
  type: 'object',
  required: ['code'],
  properties: { code: text, name: text, city: text, region: text, successor: { ...text, description: 'The new code' } },
} as const

export const listBranches: Tool = {
  name: 'list_branches',
  title: 'List branches',
  description:
    'The branch codes of one bank with names and places: IFSCs in India, BSBs in Australia, branch codes in Japan. Use ' +
    'it if someone knows the place of a branch, but not its code. To check a code use resolve_identifier.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['as_of', 'total', 'branches'],
    properties: {
      as_of: text,
      total: { type: 'integer' },
      branches: { type: 'array', items: branchSchema },
    },
  },
  run: async ({ bank: input, query, limit = limits.byDefault, offset }: FromSchema<typeof inputSchema>, context) => {
    const bank = await requireBankId(input, context)
    const { listBranches: list } = await context.loadLookups()
    const steps = list(bank, readBranchQuery({ query, limit, offset }))
    const { as_of, count, branches } = await runSteps(steps, context)
    return { as_of, total: count, branches: branches.map((branch) => pickFields(branchSchema, branch)) }
  },
}

async function runSteps<Result>(steps: Generator<void, Result>, { run }: McpContext): Promise<Result> {
  for (;;) {
    const { done, value } = await run(() => steps.next())
    if (done) return value
  }
}
