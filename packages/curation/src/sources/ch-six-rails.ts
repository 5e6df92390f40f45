/** The payment services in SIX's Bank Master, version 3: the file that `ch-six` reads for codes and names. */
import { namedRows } from './list-file.ts'
import { factsOf } from './official-facts.ts'
import type { Participant, RailFile } from './rail-file.ts'
import { requireMatch } from './source-row-checks.ts'

const name = 'ch-six'
const { source, rowsMin } = factsOf(name)

/** Rows have one cell fewer than the header, whose last cell is the time at which the file was created. */
const cellsPerRow = 21

const railsOfColumns = {
  'SIC participation': 'ch_sic',
  'euroSIC participation': 'ch_eurosic',
  'IP customer payments, CHF': 'ch_instant',
} as const

export const sixRails: RailFile = {
  name: 'ch-six-rails',
  source: { ...source, title: 'Payment services in the Bank Master', fields: ['bank code', 'rail'] },
  rails: Object.values(railsOfColumns),
  complete: true,
  rowsMin,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Participant, void, undefined> {
  for await (const { line, cells } of namedRows(name, bytes, { cellsPerRow })) {
    // A concatenated identifier was merged into another one, and banks of other countries have no code in an IBAN.
    if (cells.Concatenation === 'Y' || !/^(?:CH|LI)$/.test(cells.Country)) continue
    const rails = Object.entries(railsOfColumns).flatMap(([column, rail]) => {
      const cell = cells[column as keyof typeof railsOfColumns]
      return requireMatch(line, column, cell, /^[YN]$/, 'Y or N') === 'Y' ? [rail] : []
    })
    const schemes = [cells.Country === 'LI' ? 'li_bc' : 'ch_iid']
    const label = `${cells['IID/QR-IID']} ${cells['Name of bank/institution']}`
    yield { line, label, rails, code: { schemes, value: cells['IID/QR-IID'].padStart(5, '0') } }
  }
}
