/** Writes records and tables in one canonical format, so that diffs show only changed facts. */
import { type BankRecord, bankRecordSchema } from '../../../src/directory/records/bank-record.ts'
import { type Rail, railSchema } from '../../../src/directory/records/rail-record.ts'
import { type Source, sourceSchema } from '../../../src/directory/records/source.ts'

const bankFields = Object.keys(bankRecordSchema.properties)
const codeFields = Object.keys(bankRecordSchema.properties.codes.items.properties)
const railFields = Object.keys(railSchema.properties)
const sourceFields = Object.keys(sourceSchema.properties)

/**
 * Returns the JSON line of a bank. Fields are in schema order, codes are sorted by scheme and value, and sources and
 * `other_bics` are sorted too.
 */
export function bankLine(bank: BankRecord): string {
  const { codes, other_bics, rails, rails_unknown: unread, sources } = bank
  return JSON.stringify(
    inOrder(bankFields, {
      ...bank,
      codes: codes?.map((code) => inOrder(codeFields, code)).sort(byCode),
      other_bics: other_bics?.toSorted(),
      rails: rails?.toSorted(),
      rails_unknown: unread?.toSorted(),
      sources: sources.toSorted(),
    }),
  )
}

const byCode = (a: { scheme: string; value: string }, b: { scheme: string; value: string }): number =>
  compare(a.scheme, b.scheme) || compare(a.value, b.value)

/** Compares UTF-16 code units, because the sort order of the data must not depend on the machine's locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the text of `sources.json`: sorted by id, with one field per line and each array on one line. */
export function sourcesText(sources: Iterable<Source>): string {
  const entries = [...sources].sort((a, b) => compare(a.id, b.id)).map((source) => inOrder(sourceFields, source))
  const text = JSON.stringify(entries, null, 2)
  return `${text.replaceAll(/\[\n {6}([^\]]*?)\n {4}\]/g, (_, items: string) => `[${items.replaceAll(/\n {6}/g, ' ')}]`)}\n`
}

/** Writes one row of a table per line. */
export const rowsText = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => `  ${JSON.stringify(row, null, 1).replaceAll(/\n\s*/g, ' ')}`).join(',\n')}\n]\n`

export const railsText = (rails: readonly Rail[]): string => rowsText(rails.map((rail) => inOrder(railFields, rail)))

/** Copies the row with its fields in the given order, without undefined fields. */
function inOrder<Row extends object>(fields: readonly string[], row: Row): Row {
  const entries = fields.map((field) => [field, row[field as keyof Row]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Row
}
