import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { pieces } from '../../../test/support/sources/build-files.ts'
import { xlsxRows } from '../../spreadsheets/xlsx-reader.ts'
import type { Bank } from '../records/bank-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import { runToEnd } from '../run-to-end.ts'
import { bankFields } from './selected-fields.ts'
import { bankWorkbook } from './xlsx.ts'

const listed: Bank = {
  ...{ id: 'ng-access-bank', name: 'Access Bank', short_name: null, legal_name: 'Access Bank, Plc' },
  ...{ aliases: ['Access', '=1+1'], country: 'NG', type: 'commercial_bank', city: null, region: null },
  ...{ code: '044', code_scheme: 'ng_cbn', codes: { ng_cbn: ['044'], ng_nip: ['000014', '000015'] } },
  ...{ bic: 'ABNGNGLA', lei: null, website: 'https://www.accessbankplc.com', ussd: '*901#' },
  ...{ status: 'active', confidence: 'high' },
}

const nigeria = { code: 'NG', bank_codes: [{ scheme: 'ng_nip' }, { scheme: 'ng_cbn' }] } as SupportedCountry

const workbookOf = (banks: Bank[]): Buffer => {
  const json = banks.flatMap((bank, index) => [Buffer.from(index === 0 ? '' : ','), Buffer.from(JSON.stringify(bank))])
  return runToEnd(bankWorkbook(nigeria, { count: banks.length, json }, bankFields))
}

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of xlsxRows(pieces(bytes, 1000))) rows.push(cells)
  return rows
}

test('every cell is text, so that codes keep their zeros and a formula is not run', async () => {
  const [headers = [], row = [], ...more] = await rowsOf(workbookOf([listed]))
  const bank = Object.fromEntries(headers.map((header, at) => [header, row[at] ?? '']))
  assert.deepEqual(more, [])
  assert.deepEqual(
    [bank.code, bank.ng_cbn, bank.ng_nip, bank.aliases, bank.legal_name, bank.ussd, bank.city],
    ['044', '044', '000014; 000015', 'Access; =1+1', 'Access Bank, Plc', '*901#', ''],
  )
  const sheet = partOf(workbookOf([listed]), 'xl/worksheets/sheet1.xml')
  assert.doesNotMatch(sheet, /<v>|<f>/)
  assert.equal(sheet.match(/<c /g)?.length, sheet.match(/t="inlineStr"/g)?.length)
})

test('any name can be read back, also from many rows', async () => {
  // Not every character, because our reader rejects text that was decoded with the wrong encoding.
  const character = fc.constantFrom(...['a', '0', '&', '<', '>', '"', "'", '=', ';', 'ö', '銀', '𠀋', ' ', '_x'])
  const name = fc.array(character).map((characters) => `x${characters.join('')}x`)
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 500 }), async (names) => {
      const [headers = [], ...rows] = await rowsOf(workbookOf(names.map((one) => ({ ...listed, name: one }))))
      const column = headers.indexOf('name')
      assert.deepEqual(
        rows.map((row) => row[column]),
        names,
      )
    }),
    { numRuns: 30 },
  )
})

test('characters that XML cannot hold are escaped, and so is text that looks like an escape', () => {
  const sheet = partOf(
    workbookOf([{ ...listed, name: 'a\u0001b\r_x0041_ <&>" \uD800 𠀋' }]),
    'xl/worksheets/sheet1.xml',
  )
  assert.ok(sheet.includes('>a_x0001_b_x000D__x005F_x0041_ &lt;&amp;&gt;&quot; \uFFFD 𠀋<'), sheet)
})

test('equal lists give equal files', () => {
  assert.ok(workbookOf([listed]).equals(workbookOf([listed])))
})

/** Reads one file of an archive by its local header. */
function partOf(archive: Buffer, name: string): string {
  const at = archive.indexOf(name) - 30
  const from = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  return inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 18))).toString()
}
