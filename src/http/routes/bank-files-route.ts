/**
 * `GET /v1/banks.csv` and `GET /v1/banks.xlsx`: a bank list as a file, with the same parameters as the JSON list. CSV is
 * for programs, XLSX for people.
 */
import type { FastifyInstance } from 'fastify'
import { bankTable, csvType } from '../../directory/views/csv.ts'
import { bankFields } from '../../directory/views/selected-fields.ts'
import { bankWorkbook, xlsxType } from '../../directory/views/xlsx.ts'
import { apiPaths } from '../api-paths.ts'
import { countryProblems, listProblems } from '../errors/problems.ts'
import {
  type BankListQuery,
  bankFileQuerySchema,
  listCacheKey,
  listerFor,
  readChoice,
} from '../lookups/bank-list-lookup.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import { replyCached } from '../responses/response-cache.ts'

const contents =
  'One row per bank, one column per code scheme (`codes` in `fields` selects all of them). ' +
  'Multiple values in a cell are separated by a semicolon and a space.'

interface FileFormat {
  path: string
  extension: string
  /** The `Content-Type` of the response. */
  type: string
  write: typeof bankTable
  isCompressed: boolean
  operation: { operationId: string; summary: string; description: string }
  schema: object
}

const csv: FileFormat = {
  path: apiPaths.banksCsv,
  extension: 'csv',
  type: csvType,
  write: bankTable,
  isCompressed: false,
  operation: {
    operationId: 'exportBanks',
    summary: 'Export banks as CSV',
    description:
      'A list of banks as a table for programs, with the same parameters as `GET /v1/banks`. ' +
      'A spreadsheet would drop leading zeros: for people, use `GET /v1/banks.xlsx`.',
  },
  schema: { type: 'string', contentMediaType: 'text/csv', description: `CSV (RFC 4180) in UTF-8. ${contents}` },
}

const xlsx: FileFormat = {
  path: apiPaths.banksXlsx,
  extension: 'xlsx',
  type: xlsxType,
  write: bankWorkbook,
  isCompressed: true,
  operation: {
    operationId: 'exportBanksAsXlsx',
    summary: 'Export banks as XLSX',
    description: 'A list of banks as a workbook for spreadsheets, with the same parameters as `GET /v1/banks`.',
  },
  schema: {
    type: 'string',
    // OpenAPI 3.1 says binary content with the media type alone, but many generators need the format of OpenAPI 3.0.
    format: 'binary',
    contentMediaType: xlsxType,
    description: `A workbook with one sheet, in which every cell is text. ${contents}`,
  },
}

export function bankFilesRoutes(app: FastifyInstance): void {
  for (const format of [csv, xlsx]) addRoute(app, format)
}

function addRoute(app: FastifyInstance, { path, extension, operation, schema, write, type, isCompressed }: FileFormat) {
  app.get<{ Querystring: BankListQuery }>(path, {
    preValidation: parseQuery(bankFileQuerySchema),
    schema: { ...operation, tags: ['Banks'], querystring: bankFileQuerySchema, response: { 200: schema } },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) => {
      const country = request.snapshot.directory.requireCountry(request.query.country)
      const choice = readChoice(request.query, country, request.snapshot)
      const { listBanks, railsOf, revision } = await listerFor(choice, request.snapshot)
      const [date] = revision.split('.')
      const build = function* (): Generator<void, Buffer> {
        const rows = yield* listBanks(country, choice)
        return yield* write(country, rows, choice.fields ?? bankFields, railsOf)
      }
      const headers = {
        'Content-Disposition': `attachment; filename="banks-${country.code.toLowerCase()}-${date}.${extension}"`,
      }
      const key = `banks.${extension} ${listCacheKey(country, choice)}`
      return replyCached(request, reply, key, build, { type, headers, isCompressed })
    },
  })
}
