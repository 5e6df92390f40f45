/**
 * Reads the rows of a sheet of an xlsx file as text. Supports only what tables of codes need: a formula yields
 * its stored result, and a date yields the number that the file stores for it.
 */
import type { Row } from './delimited.ts'
import { UnusableFile } from './unusable-file.ts'
import { joinPieces, openZip, type ReadPart } from './zip-reader.ts'

/** Far more than the largest official list, which is under a megabyte. */
const fileBytesMax = 32 * 1024 * 1024

/** The limit in spreadsheet programs, where the last column is XFD. */
const columnsMax = 16_384

/** The limit in spreadsheet programs, in characters. */
const cellLengthMax = 32_767

/** Both limits are far above any official list, and low enough that a file is read in seconds. */
const rowLengthMax = 1024 * 1024
const sheetCellsMax = 4 * 1024 * 1024

/** `sheetName`: default is the first sheet. */
export async function* xlsxRows(
  bytes: AsyncIterable<Uint8Array>,
  sheetName?: string,
): AsyncGenerator<Row, void, undefined> {
  const file = await joinPieces(bytes, fileBytesMax)
  if (file === null) throw UnusableFile.at(1, `the file is larger than ${fileBytesMax} bytes; fetch it again`)
  if (file.length === 0) throw UnusableFile.at(1, 'the file is empty; fetch the file again')
  if (new TextDecoder().decode(file.subarray(0, 100)).trimStart().startsWith('<')) {
    throw UnusableFile.at(1, 'this is a web page, not the file; find the current URL of the file')
  }
  const readPart = openZip(file)
  const strings = sharedStrings((await textOf(readPart, 'xl/sharedStrings.xml')) ?? '')
  const sheet = await textOf(readPart, await pathOfSheet(readPart, sheetName))
  if (sheet === null) throw UnusableFile.at(1, 'the xlsx file has no sheet; fetch the file again')
  yield* rowsOf(sheet, strings)
}

async function textOf(readPart: ReadPart, name: string): Promise<string | null> {
  const bytes = await readPart(name)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw UnusableFile.at(1, `${name} in the xlsx file is not UTF-8; fetch the file again`)
  }
}

/** Returns the path of a sheet. The first one is the first in workbook order, which the numbers in file names do not reflect. */
async function pathOfSheet(readPart: ReadPart, wanted: string | undefined): Promise<string> {
  const tagsIn = async (name: string): Promise<Tag[]> => [...tagsOf((await textOf(readPart, name)) ?? '')]
  const sheets = (await tagsIn('xl/workbook.xml')).filter(({ name }) => name === 'sheet')
  const names = sheets.map((tag) => unescapeXml(attributeOf(tag, 'name') ?? '', 1))
  const sheet = sheets[wanted === undefined ? 0 : names.indexOf(wanted)]
  if (wanted !== undefined && !sheet) {
    const quoted = names.map((name) => JSON.stringify(name)).join(', ')
    throw UnusableFile.at(1, `the xlsx file has no sheet ${JSON.stringify(wanted)}; its sheets are: ${quoted}`)
  }
  const id = sheet && attributeOf(sheet, 'r:id')
  const relations = (await tagsIn('xl/_rels/workbook.xml.rels')).filter(({ name }) => name === 'Relationship')
  const relation = relations.find((tag) => id !== undefined && attributeOf(tag, 'Id') === id)
  const target = (relation && attributeOf(relation, 'Target')) ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  const texts = collectTexts(() => 1)
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'si' && tag.opens) texts.clear()
    texts.add(tag)
    if (tag.name === 'si' && tag.closes) strings.push(texts.joined())
  }
  return strings
}

function* rowsOf(sheet: string, strings: string[]): Generator<Row, void, undefined> {
  let line = 1
  let cells: string[] = []
  let cell: Cell | undefined
  let value: string | undefined
  let cellsLeft = sheetCellsMax
  const texts = collectTexts(() => line)
  for (const tag of tagsOf(sheet)) {
    const { name, opens, closes, before } = tag
    if (name === 'row' && opens) {
      line = Number(attributeOf(tag, 'r'))
      cells = []
    }
    if (name === 'c' && opens) {
      cell = { column: /^[A-Z]+/.exec(attributeOf(tag, 'r') ?? '')?.[0], kind: attributeOf(tag, 't') }
      value = undefined
      texts.clear()
    }
    if (name === 'v' && !opens) value ??= before
    texts.add(tag)
    if (name === 'c' && closes && cell) {
      const own = (): string => (cell?.kind === 'inlineStr' ? texts.joined() : unescapeXml(value ?? '', line))
      putCell(cells, cell, cell.kind === 's' ? (strings[Number(value)] ?? '') : own(), line)
      cell = undefined
    }
    if (name === 'row' && closes) {
      cellsLeft -= cells.length
      if (cellsLeft < 0)
        throw UnusableFile.at(line, `the sheet has more than ${sheetCellsMax} cells; fetch the file again`)
      yield { line, cells: checkedRow(cells, line) }
    }
  }
}

interface Cell {
  column: string | undefined
  kind: string | undefined
}

function putCell(cells: string[], { column: letters }: Cell, text: string, line: number): void {
  const column = letters === undefined ? cells.length : columnOf(letters)
  if (column >= columnsMax) {
    throw UnusableFile.at(line, `the cell ${letters ?? column + 1} is beyond the last column; fetch the file again`)
  }
  if (text.length > cellLengthMax) {
    throw UnusableFile.at(line, `a cell has more than ${cellLengthMax} characters; fetch the file again`)
  }
  // Insert the empty cells that the file omits.
  while (cells.length < column) cells.push('')
  cells.push(text)
}

function checkedRow(cells: string[], line: number): string[] {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0)
  if (length > rowLengthMax) {
    throw UnusableFile.at(line, `the row has more than ${rowLengthMax} characters; fetch the file again`)
  }
  return cells.map((cell) => cell.trim())
}

/** Collects the text runs of an element, without the phonetic guides that spreadsheets add to East Asian text. */
function collectTexts(lineOf: () => number) {
  let texts: string[] = []
  let isPronunciation = false
  return {
    clear: (): void => {
      texts = []
      isPronunciation = false
    },
    add: ({ name, opens, closes, before }: Tag): void => {
      if (name === 'rPh') isPronunciation = opens && !closes
      if (name === 't' && !opens && !isPronunciation) texts.push(unescapeXml(before, lineOf()))
    },
    joined: (): string => texts.join(''),
  }
}

/** Returns the column index: A is 0, Z is 25 and AA is 26. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string, line: number): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return namedEntities[name] ?? whole
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
      throw UnusableFile.at(line, `${whole} in the xlsx file is not a character; fetch the file again`)
    }
    return String.fromCodePoint(codePoint)
  })

interface Tag {
  /** The tag name without the namespace prefix that some programs write. */
  name: string
  /** A self-closing tag such as `<c/>` both opens and closes. */
  opens: boolean
  closes: boolean
  /** The unparsed attributes. */
  attributes: string
  /** The text between the previous tag and this one. */
  before: string
}

/** Far longer than any tag in a spreadsheet. */
const tagLengthMax = 16_384

const tagPattern = /^(\/?)(?:\w+:)?(\w+)(.*?)(\/?)$/s

/**
 * Yields the tags of an XML text in one pass and in linear time, even for malicious input. A regular expression that
 * matches whole elements would take quadratic time if elements are not closed. Supports only the XML that spreadsheets
 * use.
 */
function* tagsOf(xml: string): Generator<Tag, void, undefined> {
  for (let at = 0, from = xml.indexOf('<'); from !== -1; from = xml.indexOf('<', at)) {
    const isComment = xml.startsWith('<!--', from)
    if (xml.startsWith('<![CDATA[', from)) throw unreadable('a CDATA section')
    const to = isComment ? xml.indexOf('-->', from + 4) : xml.indexOf('>', from)
    if (to === -1) throw unreadable('a tag without an end')
    const parts = isComment ? null : tagAt(xml, from + 1, to)
    if (parts) {
      const [, slash, name = '', attributes = '', end] = parts
      yield { name, opens: slash === '', closes: slash !== '' || end !== '', attributes, before: xml.slice(at, from) }
    }
    at = to + (isComment ? 3 : 1)
  }
}

/** Returns null for a declaration. */
function tagAt(xml: string, from: number, to: number): RegExpExecArray | null {
  if (to - from > tagLengthMax) throw unreadable(`a tag of more than ${tagLengthMax} characters`)
  return tagPattern.exec(xml.slice(from, to))
}

const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const unreadable = (what: string): UnusableFile => UnusableFile.at(1, `the xlsx file has ${what}; fetch the file again`)
