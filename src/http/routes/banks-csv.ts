/** The banks of one country as a table to open in a spreadsheet: those of the list, by the same parameters. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankTable } from '../../directory/views/csv.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import { cacheKeyOf, chooseList, listProblems, prominenceFor } from '../parsers/bank-list-query.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { replyPrepared } from '../responses/prepared-response.ts'
import { bankListQuerySchema, countryProblems } from './banks.ts'

const type = 'text/csv; charset=utf-8; header=present'

export const bankTableSchema = {
  type: 'string',
  contentMediaType: 'text/csv',
  description:
    'A row for each bank, a column for each code scheme (`codes` in `fields` stands for all of these); several values are separated by a semicolon and a space. ' +
    'An apostrophe stands before each code, and before any other value that a spreadsheet could take for a number, ' +
    'a date or a formula: drop the one that a value begins with.',
} as const

export function banksCsvRoute(app: FastifyInstance): void {
  app.get<{ Querystring: FromSchema<typeof bankListQuerySchema> }>('/v1/banks.csv', {
    preValidation: splitLists(bankListQuerySchema),
    schema: {
      summary: 'Banks of a country as a table for spreadsheets',
      querystring: bankListQuerySchema,
      response: { 200: bankTableSchema },
    },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) => {
      const { directory, countryOf, fresh } = request.edition
      const country = countryOf(request.query.country)
      const choice = chooseList(request.query, country, request.edition)
      const prominence = await prominenceFor(choice, request.edition)
      const [date] = directory.revision.split('.')
      const make = function* (): Generator<void, Buffer> {
        const rows = yield* directory.selectBanks(country, choice, prominence)
        return yield* bankTable(country, rows, choice.fields ?? bankFields)
      }
      const headers = {
        'Content-Disposition': `attachment; filename="banks-${country.code.toLowerCase()}-${date}.csv"`,
      }
      const body = await fresh(`banks.csv ${cacheKeyOf(country, choice)}`, request.visit.address, make, {
        type,
        headers,
      })
      return replyPrepared(request, reply, body)
    },
  })
}
