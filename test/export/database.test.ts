/** The database of an export: every field of every bank is in it, and its references and its indexes work. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { BankDetail } from '../../src/directory/records/bank-record.ts'
import { exportableData, exportData } from '../support/data/exported.ts'
import { type Row, writeFolder } from '../support/data/small-data.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const dataFolder = writeFolder(wholeProcess, exportableData())
const { out } = await exportData(wholeProcess, dataFolder, { words: ['--with', 'restricted,unclear'] })
const database = new DatabaseSync(join(out, 'banks.sqlite'), { readOnly: true })
wholeProcess.after(() => database.close())
const query = (sql: string, ...values: string[]): Row[] =>
  database
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row }))
const readJson = (path: string) => JSON.parse(readFileSync(join(out, path), 'utf8'))

test('the tables of a bank have all of its fields', () => {
  const banks: BankDetail[] = readdirSync(join(out, 'v1/banks'))
    .filter((name) => /^\w+-.*\.json$/.test(name))
    .map((name) => readJson(`v1/banks/${name}`))
  assert.equal(banks.length, 64)
  const schemes = new Map(query('SELECT * FROM schemes').map((row) => [row.id, row]))
  const sources = new Map(
    query('SELECT * FROM sources').map((row): [unknown, Row] => [row.id, { ...row, rows_dated: row.rows_dated === 1 }]),
  )
  for (const bank of banks) {
    const [row = {}] = query('SELECT * FROM banks WHERE id = ?', bank.id)
    const rowsIn = (table: string): Row[] =>
      query(`SELECT * FROM ${table} WHERE bank = ? ORDER BY rowid`, bank.id).map(({ bank: _, ...rest }) => rest)
    const codes = rowsIn('codes').map((code): Row => {
      const { label, short_label, level, use, used_for } = schemes.get(code.scheme) as Row
      return {
        ...code,
        label,
        short_label,
        level,
        use,
        used_for,
        redistribution: sources.get(code.source)?.redistribution,
      }
    })
    const bics = rowsIn('bics')
    assert.deepEqual(
      {
        ...row,
        rails: JSON.parse(String(row.rails)),
        notes: JSON.parse(String(row.notes)),
        aliases: rowsIn('aliases').map(({ alias }) => alias),
        code_details: codes,
        bic_details: bics,
        other_bics: bics.map(({ bic }) => bic).filter((bic) => bic !== row.bic),
        sources: query('SELECT source FROM bank_sources WHERE bank = ?', bank.id).map(({ source }) =>
          sources.get(source),
        ),
        codes: valuesByScheme(codes.filter(({ status }) => status === 'current')),
      },
      bank,
    )
  }
})

function valuesByScheme(codes: readonly Row[]): Record<string, unknown[]> {
  const bySchemes = Map.groupBy(codes, ({ scheme }) => String(scheme))
  return Object.fromEntries([...bySchemes].map(([scheme, of]) => [scheme, of.map(({ value }) => value)]))
}

test('countries and regions have the fields of the list of countries', () => {
  const { countries, regions } = readJson('v1/supported-countries/index.json')
  const columns = ['also', 'members', 'bank_codes', 'account_number', 'missing_members', 'other_members']
  for (const country of [...countries, ...regions]) {
    const [row = {}] = query('SELECT * FROM countries WHERE code = ?', country.code)
    for (const [field, value] of Object.entries(country)) {
      const stored = columns.includes(field) ? JSON.parse(String(row[field])) : row[field]
      assert.deepEqual(stored, typeof value === 'boolean' ? Number(value) : value, `${country.code} ${field}`)
    }
  }
})

test('a branch has its bank if exactly one bank has the code', () => {
  const of = { form: 'aa_branch', region: null, source: 'a-list', names_source: 'a-list' }
  assert.deepEqual(query('SELECT * FROM branches ORDER BY code'), [
    { ...of, bank: 'aa-first', code: '00101', name: 'Harbour', city: 'Town', status: 'current', successor: null },
    { ...of, bank: 'aa-first', code: '00102', name: null, city: null, status: 'merged', successor: '00101' },
    { ...of, bank: null, code: '99901', name: 'Nowhere', city: null, status: 'current', successor: null },
  ])
})

test('meta has the revision and the terms', () => {
  const meta = Object.fromEntries(query('SELECT * FROM meta').map(({ key, value }) => [key, value]))
  assert.equal(meta.revision, readJson('v1/supported-countries/index.json').revision)
  assert.equal(meta.without, '[]')
  assert.deepEqual(
    JSON.parse(String(meta.terms)).map(({ publisher, licence }: Row) => [publisher, licence]),
    [
      ['Publisher of restricted lists', 'Licence of restricted lists'],
      ['Publisher of unclear lists', 'Licence of unclear lists'],
    ],
  )
})

test('all tables are strict, all references lead to rows, and lookups by code, BIC and name use an index', () => {
  assert.ok(query('PRAGMA table_list').every(({ name, strict }) => strict === 1 || /^sqlite_/.test(String(name))))
  assert.deepEqual(query('PRAGMA foreign_key_check'), [])
  assert.deepEqual(query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  for (const condition of [
    "codes WHERE value = '001'",
    "bics WHERE bic = 'AAAAAA22'",
    "banks WHERE name LIKE 'a b%'",
    "aliases WHERE alias = 'first' COLLATE NOCASE",
    "branches WHERE bank = 'aa-first'",
  ]) {
    const [{ detail } = {}] = query(`EXPLAIN QUERY PLAN SELECT * FROM ${condition}`)
    assert.match(String(detail), /USING (?:COVERING )?INDEX/, condition)
  }
})
