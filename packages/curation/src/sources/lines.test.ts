import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delimitedRows, type Row } from '../../../../src/spreadsheets/delimited.ts'
import { pieces } from '../../../../test/support/sources/build-files.ts'
import type { Encoding } from './encodings.ts'
import { linesOf } from './lines.ts'

async function textsOf(bytes: Buffer, encodings: Encoding[], size?: number): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of linesOf(pieces(bytes, size), encodings)) texts.push(text)
  return texts
}

async function rowsOf(text: string, quotes = true): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of delimitedRows(linesOf(pieces(Buffer.from(text)), ['utf-8']), { delimiter: ',', quotes })) {
    rows.push(row)
  }
  return rows
}

test('a UTF-16 letter that contains the byte of a line feed does not end a line', async () => {
  // U+010A has the byte 0A first, U+0A0A has it twice.
  const text = 'aĊb\nĊ\u0a0a\nend\n'
  for (const size of [1, 2, 3, 100]) {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    assert.deepEqual(await textsOf(bytes, ['utf-16le'], size), ['aĊb', 'Ċ\u0a0a', 'end'])
  }
})

test('a file without line ends is rejected before it fills memory', async () => {
  let sent = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      sent += 10_000
      yield Buffer.alloc(10_000, 'x')
    }
  }
  const reading = async () => {
    for await (const _ of linesOf(endless(), ['ascii'])) assert.fail('no line ends')
  }
  await assert.rejects(reading, /line 1: more than 65536 bytes without a line end/)
  assert.ok(sent < 100_000)
})

test('a file with the byte order mark of another encoding is rejected, and the error names that encoding', async () => {
  await assert.rejects(
    textsOf(Buffer.from([0xfe, 0xff, 0, 65, 0, 10]), ['utf-16le']),
    /line 1: the file is in UTF-16BE/,
  )
  await assert.rejects(textsOf(Buffer.from('\ufeffä\n'), ['latin-1']), /line 1: the file is in UTF-8/)
})

test('quoted cells can contain delimiters and line ends', async () => {
  const rows = await rowsOf('a,"b, ""c""",d\n"e\nf",,"g"\nh,i "j",\nk,"l""\n\n""m",""\n')
  assert.deepEqual(rows, [
    { line: 1, cells: ['a', 'b, "c"', 'd'] },
    { line: 2, cells: ['e\nf', '', 'g'] },
    { line: 4, cells: ['h', 'i "j"', ''] },
    { line: 5, cells: ['k', 'l"\n\n"m', ''] },
  ])
})

test('without quoting, quotation marks are ordinary characters', async () => {
  assert.deepEqual(await rowsOf('"a",b"\n', false), [{ line: 1, cells: ['"a"', 'b"'] }])
})

test('an unclosed quotation mark is rejected at the line where it opens', async () => {
  await assert.rejects(rowsOf('a\nb,"c\nd\n'), /line 2: a quotation mark opens here/)
  await assert.rejects(rowsOf(`a,"b\n${'c\n'.repeat(40)}`), /line 1: a quotation mark opens here/)
  await assert.rejects(
    rowsOf(`a\n"b\n${`${'c'.repeat(65_000)}\n`.repeat(17)}"\n`),
    /line 2: a quotation mark opens here/,
  )
  await assert.rejects(rowsOf('"a"b,c\n'), /line 1: text follows the closing quotation mark of cell 1/)
})
