/** Downloads bank lists as files, and parses them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'

/** Uses `node:http`, because `fetch` decompresses the body and would drop a byte order mark. */
export async function download(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { answer: response, bytes: Buffer.concat(await response.toArray()) }
}

/** Parses rows by RFC 4180; each row is an object by header. */
export function readRows(bytes: Buffer): Record<string, string>[] {
  const text = bytes.toString()
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const [, quoted, bare, end] = cell.exec(text) ?? assert.fail('not a CSV table')
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n') rows.push([])
  }
  return byHeader(rows.slice(0, -1))
}

function byHeader([headers = [], ...banks]: string[][]): Record<string, string>[] {
  assert.ok(banks.every(({ length }) => length === headers.length))
  return banks.map((row) => Object.fromEntries(headers.map((header, column) => [header, row[column] ?? ''])))
}

export const values = (cell = ''): string[] => (cell === '' ? [] : cell.split('; '))

/**
 * Reads the first sheet of a workbook with the libraries of Python, which share no code with ours. Fails if a cell is not
 * text, or if an XML file is not well-formed.
 */
export function readSheet(python: string, bytes: Buffer): Record<string, string>[] {
  const output = execFileSync(python, ['-c', sheetReader], { input: bytes, maxBuffer: 1 << 28 })
  return byHeader(JSON.parse(output.toString()))
}

const sheetReader = `
import io, json, re, sys, zipfile
import xml.etree.ElementTree as xml
space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
for name in archive.namelist():
    xml.fromstring(archive.read(name))
rows = []
for row in xml.fromstring(archive.read("xl/worksheets/sheet1.xml")).iter(space + "row"):
    cells = {}
    for cell in row.iter(space + "c"):
        assert cell.get("t") == "inlineStr", cell.attrib
        column = 0
        for letter in re.match("[A-Z]+", cell.get("r")).group():
            column = column * 26 + ord(letter) - 64
        cells[column] = "".join(text.text or "" for text in cell.iter(space + "t"))
    rows.append(cells)
width = max(rows[0])
json.dump([[row.get(column + 1, "") for column in range(width)] for row in rows], sys.stdout)
`
