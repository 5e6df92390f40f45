/**
 * BIC-to-LEI mapping table of GLEIF and SWIFT: the legal entity that a BIC belongs to. Comma-separated, sorted by the whole
 * line, without bank names.
 */
import { delimitedRows } from './delimited.ts'
import { linesOf } from './lines.ts'
import { rowsBelow } from './named-rows.ts'
import { bic as checkedBic, lei as checkedLei, createOrderCheck } from './row-checks.ts'
import type { Claim, OfficialFile } from './source-file.ts'

export const gleifBicLei: OfficialFile = {
  name: 'gleif-bic-lei',
  source: {
    title: 'BIC-to-LEI mapping table',
    publisher: 'GLEIF / SWIFT',
    url: 'https://www.gleif.org/en/lei-data/lei-mapping/download-bic-to-lei-relationship-files',
    licence:
      'BIC-to-LEI mapping table: free for any purpose, including commercial, when this notice is kept: "SWIFT (c) and database rights [month and year of the table]. All rights reserved. This Mapping Table has been developed by SWIFT. Any use of the Mapping Table, in whole or in part, is subject to the BIC/LEI Mapping Table License Agreement as published with the Mapping Table available on GLEIF\'s website. The Mapping Table is updated monthly. For the latest BIC information and updates, always refer to www.swift.com/bic."',
    redistribution: 'attribution',
    countries: ['*'],
    fields: ['bic', 'lei'],
  },
  completeFor: [],
  rowsMin: 35_000,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('pair')
  const rows = delimitedRows(linesOf(bytes, ['ascii']), { delimiter: ',', quotes: true })
  for await (const { line, cells } of rowsBelow(rows, ['LEI', 'BIC'])) {
    const lei = checkedLei(line, 'the LEI', cells.LEI)
    const bic = checkedBic(line, 'the BIC', cells.BIC)
    checkOrder(line, `${cells.LEI},${cells.BIC}`)
    yield { line, country: bic.slice(4, 6), bic, lei, codes: [] }
  }
}
