/** Downloads and parses the CSV for spreadsheets. */
import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'

/** Uses `node:http`, because `fetch` decompresses the body and drops the byte order mark. */
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
  const text = bytes.toString().slice(1)
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const [, quoted, bare, end] = cell.exec(text) ?? assert.fail('not a CSV table')
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n') rows.push([])
  }
  const [headers = [], ...banks] = rows.slice(0, -1)
  assert.ok(banks.every(({ length }) => length === headers.length))
  return banks.map((row) => Object.fromEntries(headers.map((header, column) => [header, row[column] ?? ''])))
}

export const values = (cell = ''): string[] =>
  cell === '' ? [] : cell.split('; ').map((value) => value.replace(/^'/, ''))
