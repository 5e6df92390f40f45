/**
 * GLEIF and SWIFT's BIC-to-LEI mapping table: the legal entity that each BIC belongs to. The file is comma-separated,
 * is sorted by the whole line, and has no bank names.
 */
import { namedRows } from './named-rows.ts'
import { factsOf } from './official-facts.ts'
import type { Claim, OfficialFile } from './source-file.ts'
import { bic as checkedBic, lei as checkedLei, createOrderCheck } from './source-row-checks.ts'

export const gleifBicLei: OfficialFile = { ...factsOf('gleif-bic-lei'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('pair')
  for await (const { line, cells } of namedRows('gleif-bic-lei', bytes)) {
    const lei = checkedLei(line, 'the LEI', cells.LEI)
    const bic = checkedBic(line, 'the BIC', cells.BIC)
    checkOrder(line, `${cells.LEI},${cells.BIC}`)
    yield { line, country: bic.slice(4, 6), bic, lei, codes: [] }
  }
}
