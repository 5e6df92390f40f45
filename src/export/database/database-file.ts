/** Writes the directory as a SQLite database. Equal data gives equal bytes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createBranchLister } from '../../directory/branches/bank-branches.ts'
import { toBankBranch } from '../../directory/branches/branch-page.ts'
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { toSourceDetail } from '../../directory/records/source.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { loadSqlite } from '../../store/load-sqlite.ts'
import { bankDetails, type ExportData, type ExportFile } from '../export-data.ts'
import { databaseTables, indexSql, tableSql } from './database-tables.ts'

export const databasePath = 'banks.sqlite'

/** The values of a row by column name. Columns without a value are null, and other fields are ignored. */
type Row = readonly [table: string, values: Readonly<Record<string, unknown>>]

/** `temporaryFolder`: where the database is built. */
export function* databaseFile(data: ExportData, temporaryFolder: string): Generator<ExportFile, void> {
  const [draft, file] = [join(temporaryFolder, 'draft.sqlite'), join(temporaryFolder, databasePath)]
  const sqlite = loadSqlite()
  const database = new sqlite.DatabaseSync(draft)
  try {
    // A failed export is deleted, so a journal would only take time. The references are checked at the end.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN')
    for (const table of databaseTables) database.exec(tableSql(table))
    insert(database, rowsOf(data))
    for (const sql of databaseTables.flatMap(indexSql)) database.exec(sql)
    database.exec('COMMIT')
    const [dangling] = database.prepare('PRAGMA foreign_key_check').all()
    if (dangling) throw new Error(`A row refers to one that does not exist: ${JSON.stringify(dangling)}`)
    database.prepare('VACUUM INTO ?').run(file)
  } finally {
    database.close()
  }
  yield { path: databasePath, bytes: readFileSync(file) }
}

function insert(database: DatabaseSync, rows: Iterable<Row>): void {
  const statements = new Map<string, { columns: string[]; statement: StatementSync }>(
    databaseTables.map(({ name, columns: fields }) => {
      const columns = Object.keys(fields)
      const statement = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
      return [name, { columns, statement }]
    }),
  )
  for (const [table, values] of rows) {
    const { columns, statement } = statements.get(table) as { columns: string[]; statement: StatementSync }
    statement.run(...columns.map((column) => toValue(values[column])))
  }
}

function toValue(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

function* rowsOf(data: ExportData): Generator<Row, void> {
  const { directory } = data
  for (const [key, value] of Object.entries(metaOf(data))) yield ['meta', { key, value }]
  for (const country of [...directory.countries, ...directory.regions]) yield ['countries', country]
  for (const scheme of directory.packed.schemes.values()) yield ['schemes', scheme]
  for (const source of directory.packed.sources.values()) yield ['sources', toSourceDetail(source)]
  for (const { code } of directory.countries) {
    for (const { json } of bankDetails(data, code)) yield* rowsOfBank(JSON.parse(json))
  }
  yield* branchRows(data)
}

const metaOf = ({ directory, version, without, included }: ExportData): Record<string, string> => ({
  revision: directory.revision,
  program_version: version,
  without: JSON.stringify(without),
  // The sources whose terms apply.
  terms: JSON.stringify(included.map(toSourceDetail)),
})

function* rowsOfBank(bank: BankDetail): Generator<Row, void> {
  yield ['banks', bank]
  for (const alias of bank.aliases) yield ['aliases', { bank: bank.id, alias }]
  for (const code of bank.code_details) yield ['codes', { bank: bank.id, ...code }]
  for (const bic of bank.bic_details) yield ['bics', { bank: bank.id, ...bic }]
  for (const { id: source } of bank.sources) yield ['bank_sources', { bank: bank.id, source }]
}

/** Yields the branches in order of code. */
function* branchRows({ directory, banks }: ExportData): Generator<Row, void> {
  const listBranches = createBranchLister(directory.packed, banks, directory.branches)
  for (const country of directory.branches.countries()) {
    const list = directory.branches.listIn(country)
    if (!list) continue
    const holders = new Map<string, string[]>()
    const [first, end] = banks.ranges.get(country) ?? [0, 0]
    for (let number = first; number < end; number++) {
      const { id } = banks.recordOf(number)
      const { branches } = runToEnd(listBranches(id, { offset: 0, limit: Number.POSITIVE_INFINITY }))
      for (const { code } of branches) holders.set(code, [...(holders.get(code) ?? []), id])
    }
    const { form, source, namesSource, table } = list
    for (const row of table.withPrefix('')) {
      const [bank, other] = holders.get(row.code) ?? []
      const of = {
        form: form.id,
        bank: other === undefined ? bank : null,
        source: source.id,
        names_source: namesSource.id,
      }
      yield ['branches', { ...toBankBranch(row), ...of }]
    }
  }
}
