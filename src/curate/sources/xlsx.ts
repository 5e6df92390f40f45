/**
 * The rows of the first sheet of an xlsx file, as text. No more of the format than tables of codes need: formulas count by
 * their last result, and dates are the numbers that they are stored as.
 */
import type { Row } from './delimited.ts'
import { decode } from './encodings.ts'
import { misencoded } from './misencoded.ts'
import { UnusableFile } from './official.ts'
import { openZip } from './zip.ts'

/** The largest official list is under a megabyte. */
const fileBytesMax = 32 * 1024 * 1024

/** As many as spreadsheet programs know, up to XFD. */
const columnsMax = 16_384

export async function* xlsxRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row, void, undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > fileBytesMax) throw UnusableFile.at(1, `the file is larger than ${fileBytesMax} bytes; fetch it again`)
    pieces.push(piece)
  }
  if (size === 0) throw UnusableFile.at(1, 'the file is empty; fetch the file again')
  const whole = Buffer.concat(pieces)
  if (whole.toString('latin1', 0, 100).trimStart().startsWith('<')) {
    throw UnusableFile.at(1, 'this is a web page, not the file; find its present address')
  }
  const part = openZip(whole)
  const strings = [...(textOf(part, 'xl/sharedStrings.xml') ?? '').matchAll(item)].map(([, inner = '']) =>
    plain(inner, 1),
  )
  const sheet = textOf(part, firstSheet(part))
  if (sheet === null) throw UnusableFile.at(1, 'the xlsx file has no sheet; fetch the file again')
  for (const [, attributes = '', inner = ''] of sheet.matchAll(rowElement)) {
    const line = Number(/\br="(\d+)"/.exec(attributes)?.[1])
    const cells = cellsOf(line, inner, strings).map((cell) => cell.trim())
    const wrong = misencoded(cells.join(' ').replaceAll(/\s+/g, ' '))
    if (wrong !== null) throw UnusableFile.at(line, `${wrong}; fetch the file again`)
    yield { line, cells }
  }
}

type Part = (name: string) => Buffer | null

// Some programs write every element with a prefix.
const item = /<(?:\w+:)?si(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?si>|<(?:\w+:)?si\/>/gs
const rowElement = /<(?:\w+:)?row\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?row>)/gs
const cellElement = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs
const textElement = /<(?:\w+:)?t(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?t>/gs
const valueElement = /<(?:\w+:)?v(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?v>/s
const pronunciation = /<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs

function textOf(part: Part, name: string): string | null {
  const bytes = part(name)
  if (bytes === null) return null
  const text = decode(bytes, 'utf-8')
  if (text === null) throw UnusableFile.at(1, `${name} in the xlsx file is not UTF-8; fetch the file again`)
  return text
}

/** By the order of the workbook: the number in a sheet's file name tells nothing. */
function firstSheet(part: Part): string {
  const workbook = textOf(part, 'xl/workbook.xml') ?? ''
  const id = /<(?:\w+:)?sheet\b[^>]*\br:id="([^"]+)"/.exec(workbook)?.[1]
  const relations = textOf(part, 'xl/_rels/workbook.xml.rels') ?? ''
  const relation = [...relations.matchAll(/<Relationship\b[^>]*>/g)].find(([text]) => text.includes(`Id="${id}"`))
  const target = /\bTarget="([^"]+)"/.exec(relation?.[0] ?? '')?.[1] ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function cellsOf(line: number, inner: string, strings: string[]): string[] {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of inner.matchAll(cellElement)) {
    const place = /\br="([A-Z]+)\d+"/.exec(attributes)?.[1]
    const column = place === undefined ? cells.length : columnOf(place)
    if (column >= columnsMax) {
      throw UnusableFile.at(line, `the cell ${place ?? column + 1} is beyond the last column; fetch the file again`)
    }
    // Cells without a value are left out of the file.
    while (cells.length < column) cells.push('')
    const kind = /\bt="(\w+)"/.exec(attributes)?.[1]
    const value = valueElement.exec(content)?.[1] ?? ''
    if (kind === 's') cells.push(strings[Number(value)] ?? '')
    else cells.push(kind === 'inlineStr' ? plain(content, line) : unescaped(value, line))
  }
  return cells
}

/** A is 0, Z 25, AA 26. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

const plain = (inner: string, line: number): string =>
  [...inner.replaceAll(pronunciation, '').matchAll(textElement)].map(([, text = '']) => unescaped(text, line)).join('')

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string, line: number): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const sign = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (sign > 0x10ffff || (sign >= 0xd800 && sign <= 0xdfff)) {
      throw UnusableFile.at(line, `${whole} in the xlsx file is no character; fetch the file again`)
    }
    return String.fromCodePoint(sign)
  })
