import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bank, bankStatuses, bankTypes } from '../records/bank.ts'
import type { SupportedCountry } from '../records/country.ts'
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

/** The documented rule for readers: this alone restores the original text. */
const dropApostrophes = (cell: string): string => cell.replaceAll(/(^|[;\t\r\n]\s*)'/g, '$1')

const readCell = (cell: string): string => readTable(`${cell}\r\n`)[0]?.[0] ?? assert.fail()

/** The cells in a spreadsheet that also splits at semicolons, tabs and line breaks. */
const partsOf = (cell: string): string[] => cell.split(/[;\t\r\n]\s*/)

const mistakable = [
  ...['044', '000014', '123456789', '54930012345678901234', '12E45', '1E5', '3-4', '1/2', '2026-11-14', '10:30', '5%'],
  ...[
    '$5',
    '.5',
    '(5)',
    '1 000',
    'TRUE',
    'false',
    'Mar 1',
    'March 2020',
    'EUR 5',
    'R5',
    'fr-12',
    '٠٤٤',
    '０４４',
    '#N/A',
  ],
  ...[
    '=1+1',
    '+234',
    '-1',
    '@SUM(1,1)',
    '*901#',
    '\t=1+1',
    ' =1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    '\u200b=1+1',
    '|x',
    '%x',
  ],
  ...['=HYPERLINK("http://x.example","x")', "=cmd|' /C calc'!A0", "'=1+1", "''", '";=1+1'],
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...mistakable),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.date({ noInvalidDate: true }).map(String),
  // Texts that contain separators, and whose parts can be mistaken for something else.
  fc
    .array(fc.oneof(fc.constantFrom(...mistakable, ';', '; ', '\t', '\r\n', '"', ',', "'", ' '), fc.string()))
    .map((pieces) => pieces.join('')),
)

test('dropping the apostrophes restores the original text', () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.boolean(), (values, holdsCodes) => {
      assert.equal(dropApostrophes(readCell(cellOf(values, holdsCodes))), values.join('; '))
    }),
    { numRuns: 2_000 },
  )
})

test('every cell and every part of a cell starts with a letter or an apostrophe', () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.boolean(), (values, holdsCodes) => {
      const cell = readCell(cellOf(values, holdsCodes))
      if (values.length === 0) assert.equal(cell, '')
      else for (const part of partsOf(cell)) assert.match(part, holdsCodes ? /^'/ : /^['\p{L}]/u)
    }),
    { numRuns: 2_000 },
  )
})

test('every part with a digit has an apostrophe, except ids and URLs', () => {
  fc.assert(
    fc.property(fc.array(anyText), (values) => {
      for (const part of partsOf(readCell(cellOf(values, false)))) {
        if (part.startsWith("'") || part === '') continue
        assert.doesNotMatch(part, /^(true|false)$/i)
        if (/\p{N}/u.test(part)) assert.match(part, /^https?:\/\/|^[a-z]{2}[-_]\S*[a-z]{2}/)
      }
    }),
    { numRuns: 2_000 },
  )
  for (const text of mistakable) assert.match(readCell(cellOf([text], false)), /^'/, text)
})

test('names, ids and URLs are unchanged, and each code has an apostrophe', () => {
  for (const text of [
    'Access Bank',
    'Österreichische Bank',
    'ng-9psb',
    'us-1st-source-bank',
    'bg_bic4',
    'https://9psb.com.ng',
  ]) {
    assert.equal(cellOf([text], false), text)
  }
  assert.equal(cellOf(['N26'], false), "'N26")
  assert.equal(cellOf(["'s-Gravenhage"], false), "''s-Gravenhage")
  assert.equal(cellOf(['044'], true), "'044")
  assert.equal(cellOf(['ABNGNGLA'], true), "'ABNGNGLA")
  assert.equal(cellOf(['044', '045'], true), `"'044; '045"`)
  assert.equal(cellOf(['Ltd; =1+1'], false), `"Ltd; '=1+1"`)
  assert.equal(cellOf(['Bank "A", Ltd'], false), '"Bank ""A"", Ltd"')
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

test('a table has a byte order mark, a header line and a line per bank, each with CRLF', () => {
  assert.equal(
    tableOf([listed]),
    '\uFEFFid,name,short_name,legal_name,aliases,country,type,city,region,code,code_scheme,ng_nip,ng_cbn,paystack,' +
      'bic,lei,website,ussd,status,confidence\r\n' +
      `ng-access-bank,Access Bank,,"Access Bank, Plc","Access; '1 Access",NG,commercial_bank,,,'044,ng_cbn,` +
      `"'000014; '000015",'044,,'ABNGNGLA,,https://www.accessbankplc.com,'*901#,active,high\r\n`,
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
      const [headers = [], ...rows] = readTable(tableOf(banks).slice(1))
      assert.equal(rows.length, banks.length)
      banks.forEach(({ codes, ...fields }, index) => {
        const expected: Record<string, unknown> = { ...fields, ...codes }
        const row = rows[index] ?? []
        assert.equal(row.length, headers.length)
        headers.forEach((header, column) => {
          const value = [expected[header] ?? []].flat().join('; ')
          assert.equal(dropApostrophes(row[column] ?? ''), value, header)
        })
      })
    }),
  )
})
