/**
 * The tables of a data folder: one row for each JSON file with a list of entries. Reading, the checks of the schemas, the
 * overlay, lint and reduced builds follow from this table. Every other JSON file in the folder is an auxiliary table:
 * it counts towards the revision, and a build keeps it if it may keep the sources that it names.
 */
import { type AccountFormRecord, accountFormSchema } from '../directory/records/account-form-record.ts'
import { type RequirementRecord, requirementRecordSchema } from '../directory/records/account-requirements-record.ts'
import { type ClearingSystem, clearingSystemSchema } from '../directory/records/clearing-system.ts'
import { type CodeRange, codeRangeSchema, rangeName } from '../directory/records/code-range.ts'
import { type CountryRanks, countryRanksSchema } from '../directory/records/country-ranks.ts'
import { type CountryRecord, countryRecordSchema } from '../directory/records/country-record.ts'
import { type IntentWords, intentWordsSchema } from '../directory/records/intent-words-record.ts'
import { type OfficialCountRecord, officialCountSchema } from '../directory/records/official-count.ts'
import { type Rail, railSchema } from '../directory/records/rail-record.ts'
import { type Scheme, schemeSchema } from '../directory/records/scheme.ts'
import { type Source, sourceSchema } from '../directory/records/source.ts'
import { mergeRows } from './overlay.ts'
import { mergeRanges } from './tables/code-ranges.ts'

export interface DataTable<Row> {
  file: string
  schema: object
  /** Identifies a row. In an error, it names the row. */
  keyOf(row: Row): string
  /** Merges the rows of an overlay into the shipped ones. */
  merge(shipped: Row[], overlay: Row[]): Row[]
  /** Whether a data folder must have the file. */
  isRequired: boolean
  /**
   * What a reduced build keeps: the rows from sources that it may keep (`sources`), or what its own code for this table
   * selects, because the rows depend on other rows (`references`).
   */
  keptBy: 'sources' | 'references'
}

/** By default, the row of an overlay replaces the shipped row with the same key. */
const table = <Row>(
  file: string,
  schema: object,
  keyOf: (row: Row) => string,
  more: Partial<DataTable<Row>> = {},
): DataTable<Row> => ({
  file,
  schema,
  keyOf,
  merge: (shipped, overlay) => mergeRows(shipped, overlay, keyOf),
  isRequired: false,
  keptBy: 'references',
  ...more,
})

/** In the order in which they are read: the rows of a table may refer to those of the tables before it. */
export const dataTables = {
  countries: table<CountryRecord>('countries.json', countryRecordSchema, ({ code }) => code, { isRequired: true }),
  schemes: table<Scheme>('schemes.json', schemeSchema, ({ id }) => id, { isRequired: true }),
  sources: table<Source>('sources.json', sourceSchema, ({ id }) => id, { isRequired: true }),
  rails: table<Rail>('rails.json', railSchema, ({ id }) => id),
  officialCounts: table<OfficialCountRecord>(
    'official-counts.json',
    officialCountSchema,
    ({ country, of }) => `${country} ${of}`,
    { keptBy: 'sources' },
  ),
  codeRanges: table<CodeRange>('code-ranges.json', codeRangeSchema, (range) => `${range.scheme} ${rangeName(range)}`, {
    merge: mergeRanges,
  }),
  accountForms: table<AccountFormRecord>('account-forms.json', accountFormSchema, ({ id }) => id, {
    keptBy: 'sources',
  }),
  accountRequirements: table<RequirementRecord>('account-requirements.json', requirementRecordSchema, ({ id }) => id),
  clearingSystems: table<ClearingSystem>('clearing-systems.json', clearingSystemSchema, ({ code }) => code, {
    keptBy: 'sources',
  }),
  // A list replaces the country's shipped list, because the order of the lists has a meaning.
  ranks: table<CountryRanks>('ranks.json', countryRanksSchema, ({ country }) => country),
  intentWords: table<IntentWords>('intent-words.json', intentWordsSchema, ({ id }) => id),
} as const

export type TableName = keyof typeof dataTables
export type RowOf<Name extends TableName> = (typeof dataTables)[Name] extends DataTable<infer Row> ? Row : never

/** The rows of all tables. */
export type Tables = { [Name in TableName]: RowOf<Name>[] }

const tableNames = Object.keys(dataTables) as TableName[]

/** Reads all tables in order. `before`: the tables that have been read. */
export function mapTables<Read extends Record<TableName, unknown>>(
  read: (table: DataTable<unknown>, name: TableName, before: Read) => unknown,
): Read {
  const tables: Partial<Record<TableName, unknown>> = {}
  for (const name of tableNames) tables[name] = read(dataTables[name], name, tables as Read)
  return tables as Read
}
