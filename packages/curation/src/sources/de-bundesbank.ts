/**
 * The Deutsche Bundesbank's Bankleitzahlendatei: every German bank code. The file is in Latin-1, sorted by code, with
 * rows of 168 characters, or 174 if the IBAN rule is appended. The columns follow the Bundesbank's description of the
 * file.
 */
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { germanCity } from './german-city.ts'
import { listFile } from './list-file.ts'
import type { ColumnOf } from './official-facts.ts'
import type { Claim } from './source-file.ts'
import { bic, collapseSpaces, createOrderCheck, requireMatch, withoutEmpty } from './source-row-checks.ts'

type BankRow = Record<ColumnOf<'de-bundesbank'>, string>

const none = '00000000'

export const bundesbank = listFile('de-bundesbank', () => {
  // Allow repeated keys: each code has a main row, followed by the rows of its branches.
  const checkOrder = createOrderCheck('bank code and kind', { repeats: true })
  let currentBefore = ''
  return ({ line, cells: row }) => {
    checkFields(line, row)
    checkOrder(line, row.code + row.kind, `${row.code} ${row.kind}`)
    if (row.kind === '2') return null
    const claim = claimOf(line, row)
    // Compare only current rows: a deleted row can have the same code as the row that replaces it.
    const isCurrent = claim.codes[0]?.status === undefined
    if (isCurrent && row.code === currentBefore) {
      throw UnusableFile.at(line, `bank code ${row.code} appears twice with the mark 1; fetch the file again`)
    }
    if (isCurrent) currentBefore = row.code
    return claim
  }
})

function checkFields(at: number, row: BankRow): void {
  requireMatch(at, 'the bank code (characters 1 to 8)', row.code, /^[1-9]\d{7}$/, 'eight digits')
  requireMatch(at, 'the mark (character 9)', row.kind, /^[12]$/, '1 or 2')
  requireMatch(at, 'the post code (characters 68 to 72)', row.postCode, /^(\d{5}| {5})$/, 'five digits')
  requireMatch(
    at,
    'the check-digit method (characters 151 and 152)',
    row.checkMethod,
    /^[\dA-Z]\d$/,
    'a letter or digit, and a digit',
  )
  requireMatch(at, 'the record number (characters 153 to 158)', row.record, /^\d{6}$/, 'six digits')
  requireMatch(at, 'the change mark (character 159)', row.change, /^[ADMU]$/, 'A, D, M or U')
  requireMatch(at, 'the deletion mark (character 160)', row.deletion, /^[01]$/, '0 or 1')
  requireMatch(at, 'the successor (characters 161 to 168)', row.successor, /^\d{8}$/, 'eight digits')
}

/** Matches "-alt-", which marks an absorbed bank. In a few rows, the second dash is missing or a full stop follows. */
const absorbed = /\s*-\s?alt(?:\s?-\.?|\s*$)/

/**
 * Converts a row to a claim. A code is former only if an edition deletes its row with the change mark D. Until then,
 * payments that use it still arrive, so the code is current. The deletion mark only announces a later deletion, and an
 * absorbed bank keeps its row.
 */
function claimOf(line: number, row: BankRow): Claim {
  const isFormer = row.change === 'D'
  const isAbsorbed = absorbed.test(row.name) || absorbed.test(row.shortName)
  const name = collapseSpaces(row.name.replace(absorbed, ''))
  return {
    line,
    country: 'DE',
    ...withoutEmpty({
      name: requireMatch(line, 'the name (characters 10 to 67)', name, /\p{L}/u, 'a name'),
      city: germanCity(collapseSpaces(row.city)),
      bic: row.bic.trim() && bic(line, 'the BIC (characters 140 to 150)', row.bic.trim()),
    }),
    codes: [{ scheme: 'de_blz', value: row.code, ...(isFormer && { status: 'former' as const }) }],
    ...(isAbsorbed && !isFormer && { absorbed: true as const }),
    ...(row.successor !== none && { successor: { scheme: 'de_blz', value: row.successor } }),
  }
}
