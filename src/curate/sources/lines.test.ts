import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delimitedRows, type Row } from './delimited.ts'
import type { Encoding } from './encodings.ts'
import { pieces } from './fixtures/made.ts'
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

test('lines are told apart in UTF-16 where a letter has the byte of a line feed', async () => {
  // U+010A and U+0A0A: the byte 0A first, or twice.
  const text = 'aĊb\nĊ\u0a0a\nend\n'
  for (const size of [1, 2, 3, 100]) {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    assert.deepEqual(await textsOf(bytes, ['utf-16le'], size), ['aĊb', 'Ċ\u0a0a', 'end'])
  }
})

test('a file without line ends is refused before it fills the memory', async () => {
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
  await assert.rejects(reading, /line 1: more than 65536 bytes come without the end of a line/)
  assert.ok(sent < 100_000)
})

test('a big-endian file and one of a foreign mark are refused by name', async () => {
  await assert.rejects(
    textsOf(Buffer.from([0xfe, 0xff, 0, 65, 0, 10]), ['utf-16le']),
    /line 1: the file is in UTF-16BE/,
  )
  await assert.rejects(textsOf(Buffer.from('\ufeffä\n'), ['latin-1']), /line 1: the file is in UTF-8/)
})

test('cells in quotation marks may hold what divides cells and lines', async () => {
  const rows = await rowsOf('a,"b, ""c""",d\n"e\nf",,"g"\nh,i "j",\n')
  assert.deepEqual(rows, [
    { line: 1, cells: ['a', 'b, "c"', 'd'] },
    { line: 2, cells: ['e\nf', '', 'g'] },
    { line: 4, cells: ['h', 'i "j"', ''] },
  ])
})

test('where quotation marks have no meaning, they are characters', async () => {
  assert.deepEqual(await rowsOf('"a",b"\n', false), [{ line: 1, cells: ['"a"', 'b"'] }])
})

test('a quotation mark that is not closed is refused where it opens', async () => {
  await assert.rejects(rowsOf('a\nb,"c\nd\n'), /line 2: a quotation mark is opened here/)
  await assert.rejects(rowsOf(`a,"b\n${'c\n'.repeat(40)}`), /line 1: a quotation mark is opened here/)
  await assert.rejects(rowsOf('"a"b,c\n'), /line 1: text follows the closing quotation mark of cell 1/)
})
