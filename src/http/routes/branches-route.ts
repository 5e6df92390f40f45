/** `GET /v1/branches`: the branches of a bank, for forms in which people choose a bank and then its branch. */
import type { FastifyInstance } from 'fastify'
import { type BranchPage, branchLimits, branchPageSchema } from '../../directory/branches/branch-page.ts'
import { readBranchQuery } from '../../directory/requests/parameters.ts'
import { queryCharactersMax } from '../../directory/requests/values.ts'
import { apiPaths } from '../api-paths.ts'
import { unknownBank } from '../errors/bank-advice.ts'
import { problem, queryProblems } from '../errors/problems.ts'
import { type Lookup, lookupOf } from '../lookups/lookup.ts'
import { parseQuery, type QueryOf } from '../parsers/query-parameters.ts'
import { negotiatedResponse } from '../responses/one-off-response.ts'
import { replyWith, type SendableResponse } from '../responses/send-response.ts'

const querySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['bank'],
  properties: {
    bank: { type: 'string', description: 'Id of the bank', examples: ['jp-mizuho-bank'] },
    q: {
      type: 'string',
      maxLength: queryCharactersMax,
      description: 'Only branches with a name, a city or a code in which words start with these words',
      examples: ['横浜'],
    },
    offset: { ...branchLimits.offset, description: 'Number of branches to skip' },
    limit: { ...branchLimits.limit, description: 'Maximum number of branches' },
  },
} as const

export function branchesRoute(app: FastifyInstance): void {
  app.get<{ Querystring: QueryOf<typeof querySchema> }>(apiPaths.branches, {
    preValidation: parseQuery(querySchema),
    schema: {
      operationId: 'listBranches',
      tags: ['Banks'],
      summary: 'List the branches of a bank',
      description: 'The branch codes of a bank with their names and places, in the countries with a list of branches.',
      querystring: querySchema,
      response: { 200: branchPageSchema },
    },
    config: { problems: ['bank_missing', 'bank_unknown', 'branches_unknown', 'query_too_long', ...queryProblems] },
    handler: async (request, reply) =>
      replyWith(request, reply, await branchesResponse(request.query, lookupOf(request))),
  })
}

async function branchesResponse(
  { bank, q: query, offset, limit }: QueryOf<typeof querySchema>,
  lookup: Lookup,
): Promise<SendableResponse> {
  const { request, address, snapshot, scheduler } = lookup
  if (bank.trim() === '') throw problem('bank_missing', {})
  if (!snapshot.directory.hasBank(bank)) throw await unknownBank(bank, lookup)
  const { listBranches } = await snapshot.loadLookups()
  const steps = listBranches(bank, readBranchQuery({ query, offset, limit }))
  const page: BranchPage = await scheduler.runSteps(address, steps)
  return negotiatedResponse(request, JSON.stringify(page), snapshot.cacheableHeaders)
}
