/** Documentation tables that are generated from the data and the code, so that they are never out of date. */

import { readFileSync } from 'node:fs'
import type { NumberPart } from '../../directory/accounts/number-parts.ts'
import type { Directory } from '../../directory/lookups.ts'
import type { Bank } from '../../directory/records/bank-record.ts'
import { bankSchema, bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { displayNameOf } from '../../directory/records/country-record.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { type Html, html, raw, unescapeText } from '../html.ts'
import { patternInWords } from '../views/text/pattern-words.ts'
import { formatCount } from '../views/text/text-format.ts'
import { addressOf } from './addresses.ts'
import { countrySlug } from './countries/country-entry.ts'
import { numberDrawing, numberText } from './countries/number-drawing.ts'
import { idOf, tableHtml } from './markdown.ts'

export interface ProblemRow {
  code: string
  status: number
  sentence: string
}

/** Renders the table that replaces the line `{{name}}` in the Markdown of a page. */
export type TableRenderer = () => string

type Cell = Html | string | number

/** A table of its own for each title. */
interface TableGroup {
  title: string
  rows: Cell[][]
}

/** A line of a list, with an id that links can lead to. */
interface Line {
  id: string
  link: { text: string; path: string }
  text: string
}

/** Writes tables, lists and drawings, as HTML or as Markdown. */
export interface TableFormat {
  table(columns: string[], rows: Cell[][]): string
  groups(columns: string[], groups: TableGroup[]): string
  lines(lines: Line[]): string
  /** Returns undefined for a number that needs no drawing. `title`: what the number is. */
  drawing(title: string, parts: readonly NumberPart[]): string | undefined
}

export function createTableRenderers(
  directory: Directory,
  problems: readonly ProblemRow[],
  { table, groups, lines }: TableFormat,
): Record<string, TableRenderer> {
  const { countries, packed } = directory
  return {
    problems: () =>
      table(
        ['Code', 'Status', 'Message'],
        problems.map(({ code, status, sentence }) => [html`<code id="${code}">${code}</code>`, status, sentence]),
      ),
    schemes: () =>
      groups(
        ['Scheme', 'Name', 'Format', 'Level', 'Use', 'Used for', 'Issuer'],
        schemeGroups(packed).map(({ title, schemes }) => ({
          title,
          rows: schemes.map(({ id, label, pattern, issuer, level, use, used_for }) => [
            code(id),
            label,
            patternInWords(pattern) ?? code(pattern),
            level,
            use,
            used_for,
            issuer,
          ]),
        })),
      ),
    countries: () => lines(countryLines(directory)),
    rails: () => table(['Country', 'Rail', 'Name', 'Operator', 'List', 'As of', 'Complete'], railRows(packed)),
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
    bank_fields: () => table(['Field', 'Type', 'Example', 'Meaning'], bankFields(directory)),
    changelog: readChangelog,
    bank_types: () =>
      table(
        ['Type', 'Open banks'],
        bankTypes.map((type) => [code(type), openBanks(packed, type).toLocaleString('en')]),
      ),
  }
}

const code = (text: string): Html => html`<code>${text}</code>`

function nameOf(area: string, { countries, regions }: PackedDirectory): string {
  const known = [...countries, ...regions].find(({ code }) => code === area)
  return known ? displayNameOf(known) : area
}

/** The schemes by the name of their country. Those of all countries come first. */
function schemeGroups(packed: PackedDirectory): { title: string; schemes: Scheme[] }[] {
  const byCountry = Map.groupBy(packed.schemes.values(), ({ country }) => country)
  return [...byCountry]
    .map(([area, schemes]) => ({
      title: area === '*' ? 'All countries' : nameOf(area, packed),
      isAll: area === '*',
      schemes,
    }))
    .sort((a, b) => Number(b.isAll) - Number(a.isAll) || a.title.localeCompare(b.title, 'en'))
}

/** The id of a line is what the heading of the country was called when all countries were on one page. */
const countryLines = ({ countries }: Directory): Line[] =>
  countries
    .toSorted((a, b) => a.display_name.localeCompare(b.display_name, 'en'))
    .map(({ code, display_name, account_number, bank_count }) => ({
      id: idOf(display_name),
      link: { text: display_name, path: addressOf(countrySlug(code)) },
      text: `${code} · ${account_number.label} · ${formatCount(bank_count, 'bank')}`,
    }))

/** The rails by country, in alphabetical order. */
function railRows(packed: PackedDirectory): Cell[][] {
  const { rails, sources } = packed
  return rails
    .map((rail) => ({
      ...rail,
      place: rail.countries.map((area) => nameOf(area, packed)).join(', '),
      list: sources.get(rail.source ?? ''),
    }))
    .sort((one, other) => one.place.localeCompare(other.place, 'en') || one.label.localeCompare(other.label, 'en'))
    .map(({ place, id, label, operator, list, complete }) => [
      place,
      code(id),
      label,
      operator,
      list ? sourceLink(list) : 'no list',
      list ? html`<time datetime="${list.date}">${list.date}</time>` : '',
      complete ? 'yes' : 'no',
    ])
}

const sourceLink = ({ title, url }: Source): Html | string =>
  url === undefined ? title : html`<a href="${url}" rel="noreferrer">${title}</a>`

/** Renders text between backquotes as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : code(part)))}`

function openBanks({ banks }: PackedDirectory, type: (typeof bankTypes)[number]): number {
  const [activeStatus, wantedType] = [bankStatuses.indexOf('active'), bankTypes.indexOf(type)]
  return [...banks.values()].reduce(
    (sum, { statuses, types }) =>
      sum + types.filter((type, at) => type === wantedType && statuses[at] === activeStatus).length,
    0,
  )
}

export const htmlTable: TableFormat['table'] = (columns, rows) =>
  tableHtml(
    columns,
    [columns, ...rows].map((row) => row.map((cell) => html`${cell}`.text)),
  )

/** A scheme has few readers, so the tables are folded. A link to a row opens its table. */
const groupsHtml: TableFormat['groups'] = (columns, groups) =>
  html`<div class="folds">${groups.map(
    ({ title, rows }) =>
      html`<details class="fold"><summary>${title} (${rows.length})</summary>${raw(htmlTable(columns, rows))}</details>`,
  )}</div>
`.text

export const createHtmlFormat = (base: string): TableFormat => ({
  table: htmlTable,
  groups: groupsHtml,
  lines: (lines) =>
    html`<ul class="lines">${lines.map(
      ({ id, link, text }) =>
        html`<li id="${id}"><a href="${base}${link.path}">${link.text}</a> <span>${text}</span></li>`,
    )}</ul>
`.text,
  drawing: (title, parts) => numberDrawing(title, parts)?.text,
})

export const markdownFormat: TableFormat = {
  table: (columns, rows) => {
    const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(cellAsMarkdown))]
    return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
  },
  groups: (columns, groups) =>
    groups.map(({ title, rows }) => `### ${title}\n\n${markdownFormat.table(columns, rows)}`).join('\n'),
  lines: (lines) => `${lines.map(({ link, text }) => `- [${link.text}](${link.path}): ${text}`).join('\n')}\n`,
  drawing: (_, parts) => numberText(parts),
}

/** Translates the elements that cells contain: `code` and `a`. Keeps only the text of any other element. */
function cellAsMarkdown(cell: Cell): string {
  const text = html`${cell}`.text
    .replaceAll(/<code[^>]*>(.*?)<\/code>/g, '`$1`')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll(/<[^>]+>/g, '')
  return unescapeText(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** A bank with a value in most fields. */
const exampleId = 'ng-gtbank'

/** The fields of a bank for the documentation: name, type, example and meaning, from the schema and the data. */
function bankFields(directory: Directory): Cell[][] {
  const bank = exampleBank(directory)
  return Object.entries(bankSchema.properties).map(([name, schema]) => [
    code(name),
    typeInWords(schema),
    code(spaced(JSON.stringify(bank?.[name as keyof Bank] ?? null))),
    withCode('description' in schema ? schema.description : ''),
  ])
}

/** Returns the example, or another bank if the data of this service does not have it. */
function exampleBank(directory: Directory): Bank | undefined {
  const known = directory.findBank(exampleId)
  if (known !== undefined) return JSON.parse(known) as Bank
  const [country] = directory.countries
  const list = country && (JSON.parse(directory.defaultList(country).toString()) as { banks: Bank[] })
  return list?.banks[0]
}

function typeInWords(schema: { type?: unknown }): string {
  const types = [schema.type].flat()
  const words = types.map((type) => {
    if (type === 'array') return 'list of strings'
    return type === 'object' ? 'object with lists of strings' : `${type}`
  })
  return words.join(' or ')
}

/** Adds spaces between elements, where a line of a table may break. */
const spaced = (json: string): string => json.replaceAll(/(?<=["\]]),/g, ', ').replaceAll('":', '": ')

/** Returns the Markdown of the changelog without its title and introduction, with links to the pages of the site. */
const readChangelog = (): string =>
  readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
    .replace(/^.*?\n(?=## )/s, '')
    .replaceAll(
      /\]\(docs\/site\/([\d.]+)\/(?:index|([\w-]+))\.md/g,
      (_, version, slug = '') => `](/docs/${version}/${slug}`,
    )
