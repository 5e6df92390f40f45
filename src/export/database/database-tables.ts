/**
 * The tables of `banks.sqlite`. Their columns are the fields of the API, from the same schemas: a list or an object becomes
 * a column with JSON, unless a table of its own has it.
 */
import { branchPageSchema } from '../../directory/branches/branch-page.ts'
import { bankDetailSchema } from '../../directory/records/bank-record.ts'
import { supportedRegionSchema } from '../../directory/records/country-record.ts'
import { schemeSchema } from '../../directory/records/scheme.ts'
import { sourceDetailSchema } from '../../directory/records/source.ts'

interface Field {
  readonly type?: string | readonly string[]
}

export interface DatabaseTable {
  name: string
  /** Schemas by column name. */
  columns: Readonly<Record<string, Field>>
  key?: readonly string[]
  /** The referenced table and column, by column name. */
  references?: Readonly<Record<string, string>>
  /** The columns, or expressions, of each index. */
  indexes?: readonly string[]
}

const text = { type: 'string' }
const nullableText = { type: ['string', 'null'] }

const { properties: ofBank } = bankDetailSchema
const { aliases, codes, code_details, other_bics, bic_details, sources, ...bankColumns } = ofBank
// `schemes` and `sources` have the other fields.
const { scheme, value, status, bic, as_of, source } = code_details.items.properties
const { id, label, short_label, country, pattern, issuer, level, use, used_for } = schemeSchema.properties

/** For `LIKE` and for comparisons that ignore case. */
const noCase = (column: string): string => `${column} COLLATE NOCASE`

/** A table comes after those that it refers to. */
export const databaseTables: readonly DatabaseTable[] = [
  { name: 'meta', columns: { key: text, value: text }, key: ['key'] },
  {
    name: 'countries',
    // The last fields of a region are null for a country.
    columns: {
      ...supportedRegionSchema.properties,
      other_members: { type: ['array', 'null'] },
    },
    key: ['code'],
  },
  { name: 'schemes', columns: { id, label, short_label, country, pattern, issuer, level, use, used_for }, key: ['id'] },
  { name: 'sources', columns: sourceDetailSchema.properties, key: ['id'] },
  {
    name: 'banks',
    columns: bankColumns,
    key: ['id'],
    references: { country: 'countries(code)', code_scheme: 'schemes(id)', successor: 'banks(id)' },
    indexes: ['country', 'code', 'bic', noCase('name')],
  },
  {
    name: 'aliases',
    columns: { bank: text, alias: text },
    references: { bank: 'banks(id)' },
    indexes: ['bank', noCase('alias')],
  },
  {
    name: 'codes',
    columns: { bank: text, scheme, value, status, bic, as_of, source },
    references: { bank: 'banks(id)', scheme: 'schemes(id)', source: 'sources(id)' },
    indexes: ['bank', 'value'],
  },
  {
    name: 'bics',
    columns: { bank: text, ...bic_details.items.properties },
    references: { bank: 'banks(id)', source: 'sources(id)' },
    indexes: ['bank', 'bic'],
  },
  {
    name: 'bank_sources',
    columns: { bank: text, source },
    key: ['bank', 'source'],
    references: { bank: 'banks(id)', source: 'sources(id)' },
  },
  {
    name: 'branches',
    columns: {
      form: text,
      // Null if no bank in the directory has the code, or several have it.
      bank: nullableText,
      ...branchPageSchema.properties.branches.items.properties,
      source,
      names_source: source,
    },
    key: ['form', 'code'],
    references: { bank: 'banks(id)', source: 'sources(id)', names_source: 'sources(id)' },
    indexes: ['bank', 'code'],
  },
]

export function tableSql({ name, columns, key, references = {} }: DatabaseTable): string {
  const lines = Object.entries(columns).map(([column, field]) => {
    const reference = references[column]
    return `${column} ${typeOf(field)}${reference ? ` REFERENCES ${reference}` : ''}`
  })
  if (key) lines.push(`PRIMARY KEY (${key.join(', ')})`)
  return `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n) STRICT${key ? ', WITHOUT ROWID' : ''}`
}

export const indexSql = ({ name, indexes = [] }: DatabaseTable): string[] =>
  indexes.map((columns) => `CREATE INDEX ${name}_${/^\w+/.exec(columns)?.[0]} ON ${name} (${columns})`)

function typeOf({ type = 'string' }: Field): string {
  const types = [type].flat()
  const isNumber = types.includes('boolean') || types.includes('integer')
  return `${isNumber ? 'INTEGER' : 'TEXT'}${types.includes('null') ? '' : ' NOT NULL'}`
}
