/**
 * GLEIF and SWIFT's BIC-to-LEI mapping table: the legal entity that each BIC belongs to. The file is comma-separated,
 * is sorted by the whole line, and has no bank names.
 */
import { listFile } from './list-file.ts'
import { bic as checkedBic, lei as checkedLei, createOrderCheck } from './source-row-checks.ts'

export const gleifBicLei = listFile('gleif-bic-lei', () => {
  const checkOrder = createOrderCheck('pair')
  return ({ line, cells }) => {
    const lei = checkedLei(line, 'the LEI', cells.LEI)
    const bic = checkedBic(line, 'the BIC', cells.BIC)
    checkOrder(line, `${cells.LEI},${cells.BIC}`)
    return { line, country: bic.slice(4, 6), bic, lei, codes: [] }
  }
})
