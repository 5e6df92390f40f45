import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bank, bankRecordSchema, bankStatuses, bankTypes } from '../records/bank-record.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import { runToEnd } from '../run-to-end.ts'
import { bankTable, cellOf } from './csv.ts'
import { bankFields } from './selected-fields.ts'

/** A strict RFC 4180 parser: fails on malformed text. */
function readTable(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [whole, quoted, bare, end] = cell.exec(text) ?? assert.fail(`No cell at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n' && at + whole.length < text.length) rows.push([])
  }
  return rows
}

const readCell = (cell: string): string => readTable(`${cell}\r\n`)[0]?.[0] ?? assert.fail()

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('044', '000014', "'s-Gravenhage", '*901#', 'Bank "A", Ltd', ' x ', 'a; b', '"', ',', '\r\n'),
  fc.array(fc.constantFrom('"', ',', ';', ' ', '\t', '\r', '\n', "'", 'a')).map((pieces) => pieces.join('')),
)

test('a CSV parser reads exactly the values, separated by semicolons', () => {
  fc.assert(
    fc.property(fc.array(anyText), (values) => assert.equal(readCell(cellOf(values)), values.join('; '))),
    { numRuns: 2_000 },
  )
})

test('codes and names are written as they are, and quoted only where CSV needs quotes', () => {
  for (const text of ['044', '000014', "'s-Gravenhage", '*901#', 'N26', 'Österreichische Bank', 'https://9psb.com.ng'])
    assert.equal(cellOf([text]), text)
  assert.equal(cellOf(['044', '045']), '044; 045')
  assert.equal(cellOf(['Bank "A", Ltd']), '"Bank ""A"", Ltd"')
})

test('no record can have a value that a spreadsheet runs as a formula', () => {
  const { name, aliases, codes, website } = bankRecordSchema.properties
  const patterns = [name.pattern, aliases.items.pattern, codes.items.properties.value.pattern]
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1,1)',
    ' =1',
    '\t=1',
    '\r=1',
    'x\n=1',
    '＝1',
    'Ltd; =1',
    'Ltd;-1',
    'a;b;+1',
  ]
  for (const pattern of patterns) {
    for (const formula of formulas) assert.doesNotMatch(formula, new RegExp(pattern, 'u'), JSON.stringify(formula))
    for (const text of ['044', "'s-Gravenhage", '"Achemos" unija', 'A-B; C+D', '1+1=2'])
      assert.match(text, new RegExp(pattern, 'u'))
  }
  assert.doesNotMatch('https://bank.example/;=1+1', new RegExp(website.pattern, 'u'))
  assert.match('https://bank.example/?a=1;b=2', new RegExp(website.pattern, 'u'))
})

const listed: Bank = {
  ...{ id: 'ng-access-bank', name: 'Access Bank', short_name: null, legal_name: 'Access Bank, Plc' },
  ...{ aliases: ['Access', '1 Access'], country: 'NG', type: 'commercial_bank', city: null, region: null },
  ...{ code: '044', code_scheme: 'ng_cbn', codes: { ng_cbn: ['044'], ng_nip: ['000014', '000015'] } },
  ...{ bic: 'ABNGNGLA', lei: null, website: 'https://www.accessbankplc.com', ussd: '*901#' },
  ...{ status: 'active', confidence: 'high' },
}

const nigeria = { bank_codes: [{ scheme: 'ng_nip' }, { scheme: 'ng_cbn' }, { scheme: 'paystack' }] } as SupportedCountry

const tableOf = (banks: Bank[], fields = bankFields): string => {
  const json = banks.flatMap((bank, index) => [Buffer.from(index === 0 ? '' : ','), Buffer.from(JSON.stringify(bank))])
  return runToEnd(bankTable(nigeria, { count: banks.length, json }, fields)).toString()
}

test('a table has a header line and a line per bank, each with CRLF, and no byte order mark', () => {
  assert.equal(
    tableOf([listed]),
    'id,name,short_name,legal_name,aliases,country,type,city,region,code,code_scheme,ng_nip,ng_cbn,paystack,' +
      'bic,lei,website,ussd,status,confidence\r\n' +
      'ng-access-bank,Access Bank,,"Access Bank, Plc",Access; 1 Access,NG,commercial_bank,,,044,ng_cbn,' +
      '000014; 000015,044,,ABNGNGLA,,https://www.accessbankplc.com,*901#,active,high\r\n',
  )
})

test('the columns are all schemes of the country, then other schemes of the listed banks', () => {
  const headersOf = (banks: Bank[]) => readTable(tableOf(banks))[0]?.slice(11, -6)
  assert.deepEqual(headersOf([]), ['ng_nip', 'ng_cbn', 'paystack'])
  assert.deepEqual(headersOf([{ ...listed, codes: { zz_old: ['1'], ng_cbn: ['2'], aa_old: ['3'] } }]), [
    ...['ng_nip', 'ng_cbn', 'paystack', 'aa_old', 'zz_old'],
  ])
})

test('whatever its name, each bank is one row, with every field in its column', () => {
  const text = anyText.filter((value) => value !== '')
  const maybe = fc.option(text)
  const codes = fc.dictionary(fc.constantFrom('ng_nip', 'ng_cbn', 'other'), fc.array(text, { minLength: 1 }))
  const bank: fc.Arbitrary<Bank> = fc.record({
    ...{ id: text, name: text, short_name: maybe, legal_name: maybe, aliases: fc.array(text), country: text },
    ...{ type: fc.constantFrom(...bankTypes), city: maybe, region: maybe, code: maybe, code_scheme: maybe, codes },
    ...{ bic: maybe, lei: maybe, website: maybe, ussd: maybe, status: fc.constantFrom(...bankStatuses) },
    confidence: fc.constantFrom('high', 'medium', 'low'),
  })
  fc.assert(
    fc.property(fc.array(bank), (banks) => {
      const [headers = [], ...rows] = readTable(tableOf(banks))
      assert.equal(rows.length, banks.length)
      banks.forEach(({ codes, ...fields }, index) => {
        const expected: Record<string, unknown> = { ...fields, ...codes }
        const row = rows[index] ?? []
        assert.equal(row.length, headers.length)
        headers.forEach((header, column) => {
          assert.equal(row[column] ?? '', [expected[header] ?? []].flat().join('; '), header)
        })
      })
    }),
  )
})
