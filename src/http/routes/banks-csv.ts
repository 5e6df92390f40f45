/** The banks of one country as a table to open in a spreadsheet: those of the list, by the same filters. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankTable } from '../../directory/csv.ts'
import { replyBody } from '../bodies.ts'
import { countryProblems, filterSchema } from './banks.ts'

const type = 'text/csv; charset=utf-8; header=present'

export const bankTableSchema = {
  type: 'string',
  contentMediaType: 'text/csv',
  description:
    'A row for each bank, a column for each code scheme; several values are separated by a semicolon and a space. ' +
    'An apostrophe stands before each code, and before any other value that a spreadsheet could take for a number, ' +
    'a date or a formula: drop the one that a value begins with.',
} as const

export function banksCsvRoute(app: FastifyInstance): void {
  app.get<{ Querystring: FromSchema<typeof filterSchema> }>('/v1/banks.csv', {
    schema: {
      summary: 'Banks of a country as a table for spreadsheets',
      querystring: filterSchema,
      response: { 200: bankTableSchema },
    },
    config: { problems: [...countryProblems, 'parameter_unknown', 'parameter_malformed'] },
    handler: async (request, reply) => {
      const { country: input, status = 'active', type: bankType } = request.query
      const { directory, countryOf, fresh } = request.edition
      const country = countryOf(input)
      const [date] = directory.revision.split('.')
      const make = (): Buffer => bankTable(country, directory.listBanks(country, { status, type: bankType }))
      const headers = {
        'Content-Disposition': `attachment; filename="banks-${country.code.toLowerCase()}-${date}.csv"`,
      }
      const key = `banks.csv ${country.code} ${status} ${bankType}`
      return replyBody(request, reply, await fresh(key, make, { type, headers }))
    },
  })
}
