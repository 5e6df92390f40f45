import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archive, pieces, workbook } from '../../test/support/sources/build-files.ts'
import type { Row } from './delimited.ts'
import { xlsxRows } from './xlsx-reader.ts'

async function rowsOf(bytes: Buffer): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of xlsxRows(pieces(bytes, 100))) rows.push(row)
  return rows
}

const sheetOf = (rows: string): Buffer => archive({ 'xl/worksheets/sheet1.xml': `<sheetData>${rows}</sheetData>` })

test('cells are in their column even if the file omits cells before them', async () => {
  const rows = '<row r="2"><c r="B2"><v>7</v></c><c r="AA2" t="str"><v>z</v></c></row><row r="9"/>'
  assert.deepEqual(await rowsOf(sheetOf(rows)), [
    { line: 2, cells: ['', '7', ...Array(24).fill(''), 'z'] },
    { line: 9, cells: [] },
  ])
})

test('inline text is joined from its runs, with entities decoded', async () => {
  const inline =
    '<row r="1"><c r="A1" t="inlineStr"><is><r><t>B&amp;</t></r><r><t xml:space="preserve"> &#x159;</t></r></is></c></row>'
  assert.deepEqual(await rowsOf(sheetOf(inline)), [{ line: 1, cells: ['B& ř'] }])
})

test('elements with a namespace prefix are read the same', async () => {
  const rows = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>'
  assert.deepEqual(await rowsOf(sheetOf(rows)), [{ line: 1, cells: ['a'] }])
})

const unusable: [name: string, rows: string, message: RegExp][] = [
  [
    'a character reference beyond Unicode',
    '<row r="3"><c r="A3" t="str"><v>&#x110000;</v></c></row>',
    /^line 3: &#x110000; in the/,
  ],
  [
    'an endless character reference',
    `<row r="3"><c r="A3"><v>&#${'9'.repeat(400)};</v></c></row>`,
    /^line 3: .* is not a character/,
  ],
  [
    'half a surrogate pair',
    '<row r="3"><c r="A3" t="inlineStr"><is><t>&#xD800;</t></is></c></row>',
    /^line 3: &#xD800; in the/,
  ],
  ['a cell beyond the last column', '<row r="3"><c r="XFE3"><v>7</v></c></row>', /^line 3: the cell XFE is beyond/],
  [
    'a cell far beyond the last column',
    '<row r="3"><c r="ZZZZZZZ3"><v>7</v></c></row>',
    /^line 3: the cell ZZZZZZZ is beyond/,
  ],
]

for (const [name, rows, message] of unusable) {
  test(`${name} is rejected with its line`, async () => {
    await assert.rejects(rowsOf(sheetOf(rows)), { name: 'UnusableFile', message })
  })
}

test('a character reference beyond Unicode is rejected in shared strings too', async () => {
  const strings = '<sst><si><t>&#1114112;</t></si></sst>'
  const bytes = archive({ 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': '<sheetData/>' })
  await assert.rejects(rowsOf(bytes), { name: 'UnusableFile', message: /^line 1: &#1114112; in the xlsx file/ })
})

test('the last column of a sheet is read', async () => {
  const [row] = await rowsOf(sheetOf('<row r="1"><c r="XFD1"><v>7</v></c></row>'))
  assert.deepEqual([row?.cells.length, row?.cells.at(-1)], [16_384, '7'])
})

test('a changed byte is detected', async () => {
  const bytes = workbook([
    ['Code', 'Name'],
    ['001', 'Bank'],
  ])
  const at = bytes.indexOf('xl/worksheets/sheet3.xml') + 40
  bytes[at] = (bytes[at] as number) ^ 0xff
  await assert.rejects(
    rowsOf(bytes),
    /sheet3\.xml in the xlsx file (cannot be decompressed|does not match its checksum)/,
  )
})

test('a zip bomb is rejected', async () => {
  const bytes = archive({ 'xl/worksheets/sheet1.xml': ' '.repeat(33 * 1024 * 1024) })
  assert.ok(bytes.length < 1024 * 1024)
  await assert.rejects(rowsOf(bytes), /cannot be decompressed, or is larger than/)
})

test('a workbook without a sheet is rejected', async () => {
  await assert.rejects(rowsOf(archive({ 'xl/workbook.xml': '<workbook/>' })), /has no sheet/)
})

const repeated = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length))
const mega = 1024 * 1024

/** Small archives with large contents: each is read or rejected in linear time. */
const hostile: [name: string, parts: Record<string, string>, message: RegExp | null][] = [
  ['texts without an end', { 'xl/sharedStrings.xml': repeated('<si>', 4 * mega) }, null],
  ['rows without an end', { 'xl/worksheets/sheet1.xml': repeated('<row r="1">', 4 * mega) }, null],
  ['cells without an end', { 'xl/worksheets/sheet1.xml': `<row r="1">${repeated('<c r="A1">', 4 * mega)}` }, null],
  ['pronunciations without an end', { 'xl/sharedStrings.xml': `<si>${repeated('<rPh>', 4 * mega)}</si>` }, null],
  [
    'tags without an end',
    { 'xl/_rels/workbook.xml.rels': repeated('<Relationship ', 4 * mega) },
    /a tag without an end/,
  ],
  ['a tag of megabytes', { 'xl/workbook.xml': `<sheet ${repeated('r:id=', 4 * mega)}>` }, /a tag of more than 16384/],
  [
    'one long text in every cell',
    {
      'xl/sharedStrings.xml': `<si><t>${'x'.repeat(mega)}</t></si>`,
      'xl/worksheets/sheet1.xml': `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(1_000)}</row>`,
    },
    /^line 1: a cell has more than 32767 characters/,
  ],
  [
    'a long row',
    {
      'xl/sharedStrings.xml': `<si><t>${'x'.repeat(32_767)}</t></si>`,
      'xl/worksheets/sheet1.xml': `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(16_384)}</row>`,
    },
    /^line 1: the row has more than 1048576 characters/,
  ],
  [
    'a last column in every row',
    { 'xl/worksheets/sheet1.xml': '<row r="1"><c r="XFD1"><v>7</v></c></row>'.repeat(100_000) },
    /^line 1: the sheet has more than 4194304 cells/,
  ],
]

for (const [name, parts, message] of hostile) {
  test(`${name}: the file is read or rejected in linear time`, { timeout: 20_000 }, async () => {
    const bytes = archive({ 'xl/worksheets/sheet1.xml': '<sheetData/>', ...parts })
    let rows = 0
    const read = async (): Promise<void> => {
      for await (const _ of xlsxRows(pieces(bytes, 65_536))) rows++
    }
    if (message) await assert.rejects(read(), { name: 'UnusableFile', message })
    else await read()
    assert.ok(rows < 300)
  })
}
