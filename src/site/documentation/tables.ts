/** Documentation tables that are generated from the data and the code, so that they are never out of date. */

import { readFileSync } from 'node:fs'
import type { Directory } from '../../directory/lookups.ts'
import type { Bank } from '../../directory/records/bank-record.ts'
import { bankSchema, bankStatuses, bankTypes } from '../../directory/records/bank-record.ts'
import { displayNameOf } from '../../directory/records/country-record.ts'
import type { Source } from '../../directory/records/source.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { type Html, html, unescapeText } from '../html.ts'
import { patternInWords } from '../views/text/pattern-words.ts'
import { type CountryCard, countryCards } from './country-cards.ts'
import { tableHtml } from './markdown.ts'

export interface ProblemRow {
  code: string
  status: number
  sentence: string
}

/** Renders the table that replaces the line `{{name}}` in the Markdown of a page. */
export type TableRenderer = () => string

type Cell = Html | string | number

/** Writes tables and cards, as HTML or as Markdown. */
export interface TableFormat {
  table(columns: string[], rows: Cell[][]): string
  cards(cards: CountryCard[]): string
}

export function createTableRenderers(
  directory: Directory,
  problems: readonly ProblemRow[],
  { table, cards }: TableFormat,
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
        ['Scheme', 'Name', 'Country', 'Format', 'Level', 'Use', 'Used for', 'Issuer'],
        [...packed.schemes.values()].map(({ id, label, country, pattern, issuer, level, use, used_for }) => [
          code(id),
          label,
          country === '*' ? 'all' : country,
          patternInWords(pattern) ?? code(pattern),
          level,
          use,
          used_for,
          issuer,
        ]),
      ),
    countries: () => cards(countryCards(directory)),
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
    sources: () =>
      table(
        ['Source', 'Publisher', 'Date', 'Licence', 'Redistribution'],
        [...packed.sources.values()].map((source) => [
          sourceLink(source),
          source.publisher,
          html`<time datetime="${source.date}">${source.date}</time>`,
          source.licence,
          source.redistribution,
        ]),
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

/** The rails by country, in alphabetical order. */
function railRows({ rails, countries, regions, sources }: PackedDirectory): Cell[][] {
  const nameOf = (area: string): string => {
    const known = [...countries, ...regions].find(({ code }) => code === area)
    return known ? displayNameOf(known) : area
  }
  return rails
    .map((rail) => ({ ...rail, place: rail.countries.map(nameOf).join(', '), list: sources.get(rail.source ?? '') }))
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

const lettersHtml = (cards: CountryCard[]): Html =>
  html`<nav class="letters" aria-label="Countries by first letter">${cards.map(
    ({ letter }) => letter && html`<a href="#countries-${letter.toLowerCase()}">${letter}</a>`,
  )}</nav>
`

/** The blank lines end the HTML, so that the content is read as Markdown. */
const cardHtml = ({ letter, markdown }: CountryCard): string =>
  `<section class="country-card"${letter ? ` id="countries-${letter.toLowerCase()}"` : ''}>\n\n${markdown}\n</section>\n`

export const htmlFormat: TableFormat = {
  table: htmlTable,
  cards: (cards) => `${lettersHtml(cards).text}\n${cards.map(cardHtml).join('\n')}`,
}

export const markdownFormat: TableFormat = {
  table: (columns, rows) => {
    const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(cellAsMarkdown))]
    return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
  },
  cards: (cards) => cards.map(({ markdown }) => markdown).join('\n'),
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
