import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from './delimited.ts'
import { archive, pieces, workbook } from './fixtures/made.ts'
import { xlsxRows } from './xlsx.ts'

async function rowsOf(bytes: Buffer): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of xlsxRows(pieces(bytes, 100))) rows.push(row)
  return rows
}

const sheetOf = (rows: string): Buffer => archive({ 'xl/worksheets/sheet1.xml': `<sheetData>${rows}</sheetData>` })

test('cells stand where they belong, whatever was left out between them', async () => {
  const rows = '<row r="2"><c r="B2"><v>7</v></c><c r="AA2" t="str"><v>z</v></c></row><row r="9"/>'
  assert.deepEqual(await rowsOf(sheetOf(rows)), [
    { line: 2, cells: ['', '7', ...Array(24).fill(''), 'z'] },
    { line: 9, cells: [] },
  ])
})

test('texts come whole from runs, from the cell itself, and with their signs', async () => {
  const inline =
    '<row r="1"><c r="A1" t="inlineStr"><is><r><t>B&amp;</t></r><r><t xml:space="preserve"> &#x159;</t></r></is></c></row>'
  assert.deepEqual(await rowsOf(sheetOf(inline)), [{ line: 1, cells: ['B& ř'] }])
})

test('elements with a prefix are read alike', async () => {
  const rows = '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>'
  assert.deepEqual(await rowsOf(sheetOf(rows)), [{ line: 1, cells: ['a'] }])
})

test('a changed byte does not go unnoticed', async () => {
  const bytes = workbook([
    ['Code', 'Name'],
    ['001', 'Bank'],
  ])
  const at = bytes.indexOf('xl/worksheets/sheet3.xml') + 40
  bytes[at] = (bytes[at] as number) ^ 0xff
  await assert.rejects(rowsOf(bytes), /sheet3\.xml in the xlsx file (cannot be unpacked|does not fit its checksum)/)
})

test('an archive that unpacks to too much is refused', async () => {
  const bytes = archive({ 'xl/worksheets/sheet1.xml': ' '.repeat(129 * 1024 * 1024) })
  assert.ok(bytes.length < 1024 * 1024)
  await assert.rejects(rowsOf(bytes), /cannot be unpacked, or is larger than/)
})

test('a workbook without a sheet is refused', async () => {
  await assert.rejects(rowsOf(archive({ 'xl/workbook.xml': '<workbook/>' })), /has no sheet/)
})
