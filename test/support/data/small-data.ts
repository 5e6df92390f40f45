/** A data folder with two countries and a region, small enough to break in every way. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export type Row = Record<string, unknown>

export interface Small {
  countries: Row[]
  schemes: Row[]
  sources: Row[]
  banks: Record<string, Row[]>
  /** Code ranges, if there are any. */
  ranges?: Row[]
  /** Account forms, if there are any. */
  forms?: Row[]
  /** Branch lists by the id of their form, if there are any: the rows without the header, as tab-separated text. */
  branches?: Record<string, string[]>
  /** Clearing systems, if there are any. */
  clearingSystems?: Row[]
  /** Account requirements, if there are any. */
  requirements?: Row[]
  /** Payment rails, if there are any. */
  rails?: Row[]
  /** Lists of best-known banks, if there are any. */
  ranks?: Row[]
  /** Words by which users name a kind of code, if there are any. */
  intentWords?: Row[]
  /** What a reduced build lacks, if it is one. */
  build?: Row
}

export const bank = (id: string, more: Row = {}): Row => ({
  id,
  name: 'A Bank',
  country: id.slice(0, 2).toUpperCase(),
  type: 'commercial_bank',
  status: 'active',
  confidence: 'high',
  sources: ['a-list'],
  ...more,
})

export const code = (value: string, more: Row = {}): Row => ({ scheme: 'aa_code', value, source: 'a-list', ...more })

export const range = (first: string, last: string, more: Row = {}): Row => ({
  scheme: 'aa_code',
  first,
  last,
  banks: ['aa-first'],
  evidence: 'assigned',
  source: 'a-list',
  ...more,
})

export const form = (id: string, more: Row = {}): Row => ({
  id,
  label: 'Number',
  country: 'AA',
  scheme: 'aa_code',
  parts: { bank_code: '\\d{3}', account: '\\d{5}' },
  recognised_by: 'number',
  example: '00112345',
  source: 'a-list',
  ...more,
})

/** A form of branch codes that has a list. */
export const branchForm = (id: string, more: Row = {}): Row =>
  form(id, {
    parts: { bank_code: '\\d{3}', branch_code: '\\d{2}' },
    example: '00101',
    branches: { source: 'a-list' },
    ...more,
  })

/** The list has a column for rails if a row has one. */
export function branchText(rows: readonly string[]): string {
  const columns = 'code\tname\tcity\tregion\tholder\tholder_name\tsuccessor'
  const hasRails = rows.some((row) => row.split('\t').length > columns.split('\t').length)
  return [hasRails ? `${columns}\trails` : columns, ...rows].map((row) => `${row}\n`).join('')
}

export const rail = (id: string, more: Row = {}): Row => ({
  id,
  label: 'Rail',
  countries: [id.slice(0, 2).toUpperCase()],
  operator: 'An operator',
  source: 'a-list',
  complete: true,
  level: 'bank',
  ...more,
})

/** A shared field with the account number of the country. */
export const sharedField = (more: Row = {}): Row => ({
  id: 'account_number',
  key: 'account_number',
  hint: 'On a statement.',
  type: 'text',
  account_number: true,
  example: '1',
  source: 'a-list',
  ...more,
})

export const method = (id: string, more: Row = {}): Row => ({
  id,
  label: 'Method',
  country: id.slice(0, 2).toUpperCase(),
  fields: [{ field: 'account_number' }],
  examples: 'invented',
  source: 'a-list',
  ...more,
})

export const small = (): Small => ({
  countries: [
    country('AA', { code_schemes: ['aa_code'] }),
    country('BB'),
    country('RR', { kind: 'region', members: ['AA', 'BB'] }),
  ],
  schemes: [
    {
      id: 'aa_code',
      label: 'Code',
      short_label: 'code',
      country: 'AA',
      pattern: '^\\d{3}$',
      issuer: 'A',
      used_for: 'tests',
      iban_bank_code: false,
    },
  ],
  sources: [
    {
      id: 'a-list',
      title: 'A list',
      publisher: 'A',
      date: '2026-01-31',
      licence: 'CC0',
      redistribution: 'open',
      countries: ['*'],
      fields: ['name'],
    },
  ],
  banks: {
    aa: [
      bank('aa-first', { codes: [code('001'), code('002')] }),
      bank('aa-second', { status: 'merged', successor: 'aa-first' }),
    ],
    bb: [bank('bb-only')],
  },
})

export function country(id: string, more: Row = {}): Row {
  const account = { label: 'Account number', pattern: '^\\d{1,20}$' }
  return { code: id, name: id, kind: 'country', currency: 'EUR', iban: false, account_number: account, ...more }
}

export function writeFolder(t: Pick<TestContext, 'after'>, data: Small): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-data-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'banks'))
  for (const name of ['countries', 'schemes', 'sources'] as const) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(data[name]))
  }
  if (data.ranges) writeFileSync(join(folder, 'code-ranges.json'), JSON.stringify(data.ranges))
  if (data.requirements) writeFileSync(join(folder, 'account-requirements.json'), JSON.stringify(data.requirements))
  if (data.forms) writeFileSync(join(folder, 'account-forms.json'), JSON.stringify(data.forms))
  if (data.branches) mkdirSync(join(folder, 'branches'))
  for (const [name, rows] of Object.entries(data.branches ?? {})) {
    writeFileSync(join(folder, `branches/${name}.tsv`), branchText(rows))
  }
  if (data.clearingSystems) writeFileSync(join(folder, 'clearing-systems.json'), JSON.stringify(data.clearingSystems))
  if (data.rails) writeFileSync(join(folder, 'rails.json'), JSON.stringify(data.rails))
  if (data.ranks) writeFileSync(join(folder, 'ranks.json'), JSON.stringify(data.ranks))
  if (data.intentWords) writeFileSync(join(folder, 'intent-words.json'), JSON.stringify(data.intentWords))
  if (data.build) writeFileSync(join(folder, 'build.json'), JSON.stringify(data.build))
  for (const [name, rows] of Object.entries(data.banks)) {
    writeFileSync(join(folder, `banks/${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  return folder
}
