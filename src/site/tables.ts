/** Documentation tables that are generated from the data and the code, so that they are never out of date. */

import type { Directory } from '../directory/directory.ts'
import { bankSchema, bankStatuses, bankTypes } from '../directory/records/bank.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import { type Html, html, unescapeText } from './html.ts'
import { tableHtml } from './markdown.ts'

export interface ProblemRow {
  code: string
  status: number
  sentence: string
}

/** Renders the table that replaces the line `{{name}}` in the Markdown of a page. */
export type TableRenderer = () => string

/** Writes a table as text in some format. */
export type TableWriter = (columns: string[], rows: (Html | string | number)[][]) => string

export function createTableRenderers(
  directory: Directory,
  problems: readonly ProblemRow[],
  table: TableWriter,
): Record<string, TableRenderer> {
  const { countries, packed } = directory
  return {
    problems: () =>
      table(
        ['Code', 'Status', 'Message'],
        problems.map(({ code, status, sentence }) => [html`<code id="${code}">${code}</code>`, status, sentence]),
      ),
    schemes: () =>
      table(
        ['Scheme', 'Name', 'Country', 'Format', 'Issuer', 'Level', 'Use', 'Used for'],
        [...packed.schemes.values()].map(({ id, label, country, pattern, issuer, level, use, used_for }) => [
          code(id),
          label,
          country === '*' ? 'all' : country,
          code(pattern),
          issuer,
          level,
          use,
          used_for,
        ]),
      ),
    countries: () =>
      table(
        ['Code', 'Name', 'Open banks', 'IBAN', 'Bank codes, preferred first', 'Account number'],
        countries.map(({ code: country, display_name, bank_count, iban, bank_codes, account_number }) => [
          code(country),
          display_name,
          bank_count,
          iban ? 'yes' : 'no',
          bank_codes.map(({ label }) => label).join(', '),
          html`${account_number.label} ${code(account_number.pattern)}`,
        ]),
      ),
    methods: () =>
      table(
        ['Country', 'Method', 'Fields'],
        countries.flatMap((country) =>
          directory
            .listPaymentMethods(country)
            .map(({ id, label, fields }) => [
              country.display_name,
              html`${code(id)} ${label}`,
              fields.map((field) => field.label).join(', '),
            ]),
        ),
      ),
    sources: () =>
      table(
        ['Source', 'Publisher', 'Date', 'Licence', 'Redistribution'],
        [...packed.sources.values()].map(({ title, publisher, date, licence, redistribution, url }) => [
          url === undefined ? title : html`<a href="${url}" rel="noreferrer">${title}</a>`,
          publisher,
          html`<time datetime="${date}">${date}</time>`,
          licence,
          redistribution,
        ]),
      ),
    bank_fields: () =>
      table(
        ['Field', 'Meaning', 'Nullable'],
        Object.entries(bankSchema.properties).map(([name, schema]) => [
          code(name),
          withCode('description' in schema ? schema.description : ''),
          isNullable(schema) ? 'yes' : 'no',
        ]),
      ),
    bank_types: () =>
      table(
        ['Type', 'Open banks'],
        bankTypes.map((type) => [code(type), openBanks(packed, type)]),
      ),
  }
}

const code = (text: string): Html => html`<code>${text}</code>`

/** Renders text between backquotes as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : code(part)))}`

const isNullable = (schema: object): boolean =>
  ('type' in schema && Array.isArray(schema.type) && schema.type.includes('null')) || 'anyOf' in schema

function openBanks({ banks }: PackedDirectory, type: (typeof bankTypes)[number]): number {
  const [activeStatus, wantedType] = [bankStatuses.indexOf('active'), bankTypes.indexOf(type)]
  return [...banks.values()].reduce(
    (sum, { statuses, types }) =>
      sum + types.filter((type, at) => type === wantedType && statuses[at] === activeStatus).length,
    0,
  )
}

export const htmlTable: TableWriter = (columns, rows) =>
  tableHtml(
    columns,
    [columns, ...rows].map((row) => row.map((cell) => html`${cell}`.text)),
  )

export const markdownTable: TableWriter = (columns, rows) => {
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(cellAsMarkdown))]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

/** Translates the elements that cells contain: `code` and `a`. Of any other element only the text remains. */
function cellAsMarkdown(cell: Html | string | number): string {
  const text = html`${cell}`.text
    .replaceAll(/<code[^>]*>(.*?)<\/code>/g, '`$1`')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll(/<[^>]+>/g, '')
  return unescapeText(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}
