/** `GET /v1/banks.csv`: a bank list as a table for spreadsheets, with the same parameters as the JSON list. */
import type { FastifyInstance } from 'fastify'
import { chooseList } from '../../directory/requests/bank-list-choice.ts'
import { bankTable } from '../../directory/views/csv.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import { apiPaths } from '../api-paths.ts'
import { listCacheKey, listProblems, prominenceFor } from '../parsers/bank-list-query.ts'
import { parseQuery, type QueryOf } from '../parsers/query-parameters.ts'
import { replyCached } from '../responses/response-cache.ts'
import { bankListQuerySchema, countryProblems } from './banks.ts'

const type = 'text/csv; charset=utf-8; header=present'

export const bankTableSchema = {
  type: 'string',
  contentMediaType: 'text/csv',
  description:
    'One row per bank, one column per code scheme (`codes` in `fields` selects all of them). ' +
    'Multiple values are separated by a semicolon and a space. ' +
    'Codes, and other values that a spreadsheet could read as a number, a date or a formula, start with an apostrophe: ' +
    'remove it when you parse the file.',
} as const

export function banksCsvRoute(app: FastifyInstance): void {
  app.get<{ Querystring: QueryOf<typeof bankListQuerySchema> }>(apiPaths.banksCsv, {
    preValidation: parseQuery(bankListQuerySchema),
    schema: {
      operationId: 'exportBanks',
      tags: ['Banks'],
      summary: 'Export banks as CSV',
      description: 'A list of banks as a table for spreadsheets, with the same parameters as `GET /v1/banks`.',
      querystring: bankListQuerySchema,
      response: { 200: bankTableSchema },
    },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) => {
      const { directory, requireCountry } = request.snapshot
      const country = requireCountry(request.query.country)
      const choice = chooseList(request.query, country, request.snapshot.directory.packed.schemes)
      const prominence = await prominenceFor(choice, request.snapshot)
      const [date] = directory.revision.split('.')
      const build = function* (): Generator<void, Buffer> {
        const rows = yield* directory.selectBanks(country, choice, prominence)
        return yield* bankTable(country, rows, choice.fields ?? bankFields)
      }
      const headers = {
        'Content-Disposition': `attachment; filename="banks-${country.code.toLowerCase()}-${date}.csv"`,
      }
      const key = `banks.csv ${listCacheKey(country, choice)}`
      return replyCached(request, reply, key, build, { type, headers })
    },
  })
}
