/**
 * Writes banks as an XLSX workbook (ECMA-376) with one sheet, for people. Every cell is text, so a spreadsheet shows
 * codes with their leading zeros and never runs a formula.
 */

import type { RailsOf } from '../rail-reach.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { BankRows } from '../storage/list-json.ts'
import { bankColumns, type Column } from './bank-columns.ts'
import type { BankField } from './selected-fields.ts'
import { createZipEntry, zipArchive, zipText } from './zip-archive.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writing and compressing this many rows takes about two milliseconds. */
const rowsPerStep = 60

/** Writes one row per bank. At each `yield` the event loop can serve requests. */
export function* bankWorkbook(
  country: SupportedCountry,
  rows: Pick<BankRows, 'count' | 'json'>,
  fields: readonly BankField[],
  railsOf?: RailsOf,
): Generator<void, Buffer> {
  const { banks, columns } = yield* bankColumns(country, rows, fields, railsOf)
  const sheet = createZipEntry('xl/worksheets/sheet1.xml')
  const letters = columns.map((_, at) => columnLetters(at))
  sheet.write(startOfSheet(columns, letters, banks.length + 1))
  for (let at = 0; at < banks.length; at += rowsPerStep) {
    const lines = banks.slice(at, at + rowsPerStep).map((bank, index) =>
      rowXml(
        at + index + 2,
        columns.map(({ valuesOf }) => valuesOf(bank).join('; ')),
        letters,
      ),
    )
    sheet.write(lines.join(''))
    yield
  }
  sheet.write(endOfSheet(letters, banks.length + 1))
  return zipArchive([...workbookParts(`Banks ${country.code}`), sheet.end()])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const workbookParts = (sheetName: string) => [
  zipText(
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packages}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ),
  zipText('_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']])),
  zipText(
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}">` +
      `<sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  zipText(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ),
  zipText('xl/styles.xml', stylesXml),
]

const relationshipsXml = (targets: [type: string, target: string][]): string => {
  const items = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  )
  return `${xml}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`
}

/** The built-in number format "@": a value that a person types into the cell stays text, too. */
const textFormat = 49
const textStyle = 1
const headerStyle = 2

const stylesXml =
  `${xml}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  `<xf numFmtId="${textFormat}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
  `<xf numFmtId="${textFormat}" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Widths in characters of columns whose values are longer than their header. */
const columnWidths: Readonly<Record<string, number>> = {
  id: 30,
  name: 40,
  short_name: 14,
  legal_name: 40,
  aliases: 30,
  type: 20,
  city: 20,
  region: 14,
  bic: 13,
  lei: 23,
  website: 34,
}

function startOfSheet(columns: readonly Column[], letters: readonly string[], rowCount: number): string {
  const headers = columns.map(({ header }) => header)
  const widths = headers.map((header, at) => {
    const width = columnWidths[header] ?? Math.max(12, header.length + 3)
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${textStyle}" customWidth="1"/>`
  })
  // The first row stays visible while the user scrolls.
  const views =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return (
    `${xml}<worksheet xmlns="${main}"><dimension ref="${rangeOf(letters, rowCount)}"/>${views}` +
    `<cols>${widths.join('')}</cols><sheetData>${rowXml(1, headers, letters, headerStyle)}`
  )
}

/** `ignoredErrors` stops Excel from marking every code as a number that is stored as text. */
const endOfSheet = (letters: readonly string[], rowCount: number): string => {
  const range = rangeOf(letters, rowCount)
  return `</sheetData><autoFilter ref="${range}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

const rangeOf = (letters: readonly string[], rowCount: number): string => `A1:${letters.at(-1) ?? 'A'}${rowCount}`

function rowXml(row: number, cells: readonly string[], letters: readonly string[], style = textStyle): string {
  let inner = ''
  for (const [at, text] of cells.entries()) {
    if (text === '') continue
    // Without the attribute, spreadsheets drop spaces at the ends.
    const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''
    inner += `<c r="${letters[at]}${row}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`
  }
  return `<row r="${row}">${inner}</row>`
}

function columnLetters(column: number): string {
  const first = column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : ''
  return `${first}${String.fromCharCode(65 + (column % 26))}`
}

/** Excel rejects a file with a longer cell. */
const cellCharactersMax = 32_767

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * XML has no way to write control characters, so XLSX writes them as `_xHHHH_`. Text that looks like such an escape has
 * its underscore escaped.
 */
function escapeXml(value: string): string {
  const text = value.length > cellCharactersMax ? `${value.slice(0, cellCharactersMax - 1)}…` : value
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[^\t\n\x20-\uFFFD]/gu, (character) =>
      character.length > 1 ? character : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (character) => entities[character] as string)
}
