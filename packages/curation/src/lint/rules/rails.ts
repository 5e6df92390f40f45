/**
 * Checks the payment rails. A rail that a record names by mistake sends a payment to a bank that cannot receive it, and a
 * rail that is written twice contradicts itself after the next import.
 */
import { railError, railsById, railsFault } from '../../../../../src/dataset/tables/rails.ts'
import type { Rail } from '../../../../../src/directory/records/rail-record.ts'
import { withMembers } from '../../bank-rails.ts'
import { branchRails, cellOf, membersByLetter } from '../../branch-rails.ts'
import { seriesOf } from '../../sources/source-file.ts'
import { type BranchList, entryFinding, type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const rails: Rule = {
  name: 'rails',
  summary:
    'The rails of banks, codes and branches are in rails.json and belong to their country, and no record names a rail that follows from a scheme.',
  *find(data) {
    const all = data.tables.rails.map(({ row }) => row)
    for (const [at, entry] of data.tables.rails.entries()) {
      const before = all[at - 1]?.id
      const fault = railError(entry.row, data) ?? shippedFault(entry.row, all) ?? editionFault(entry.row, data)
      if (fault !== null) yield entryFinding(entry, fault, 'correct it; data/README.md describes the fields')
      if (before !== undefined && entry.id < before)
        yield entryFinding(entry, `it follows ${before}`, 'sort the rails by id')
    }
    const known = railsById(all, data.countries)
    for (const located of data.banks) {
      const fault = railsFault(located.bank, known)
      if (fault !== null) yield finding(located, fault, 'correct or remove the rail')
    }
    for (const list of data.branchLists) yield* findInList(list, all, data)
  },
}

function shippedFault({ id, letter, countries, banks, codes }: Rail, all: readonly Rail[]): string | null {
  if (banks ?? codes) return 'only an overlay lists banks or codes'
  const same = all.find(
    (other) =>
      letter !== undefined &&
      other.letter === letter &&
      other.id !== id &&
      other.countries.some((country) => countries.includes(country)),
  )
  return same === undefined ? null : `${same.id} has the same letter`
}

/** The codes of a scheme come from the newest edition of their list, and the rail has the date of its source. */
function editionFault({ from, source = '' }: Rail, { sources }: LintedData): string | null {
  const date = sources.get(source)?.date ?? ''
  const newer = [...sources.values()].find((each) => seriesOf(each.id) === seriesOf(source) && each.date > date)
  return from && newer ? `its list has a newer edition, ${newer.id}` : null
}

function* findInList({ file, form: id, rows }: BranchList, all: readonly Rail[], data: LintedData): Iterable<Finding> {
  const form = data.tables.accountForms.find(({ row }) => row.id === id)?.row
  if (!form) return
  const lettered = branchRails(all, form.country)
  // Report only the first row: a wrong import can break every row.
  const at = rows.findIndex(({ rails: cell }) => cell !== '' && cell !== cellOf(cell, lettered))
  const row = rows[at]
  if (row) {
    const letters = lettered.map(({ letter }) => letter).join('') || 'none'
    const problem = `${row.code}: its rails ${JSON.stringify(row.rails)} are not some of ${letters}`
    const fix = 'use the letters of rails.json in their order, nothing for all of them, "-" for none'
    yield { file, line: at + 2, problem, fix, subject: row.code }
    return
  }
  if (lettered.length === 0) return
  const ofCountry = data.banks.filter(({ bank }) => bank.country === form.country)
  const banks = ofCountry.map(({ bank }) => bank)
  const members = membersByLetter(rows, banks, form.scheme ?? '', lettered)
  for (const located of ofCountry) {
    const { rails: expected = [] } = withMembers(located.bank, members)
    const { rails: own = [] } = located.bank
    if (own.toSorted().join() === expected.join()) continue
    const problem = `its rails are ${own.join(', ') || 'none'}, but its branches make them ${expected.join(', ') || 'none'}`
    yield finding(located, problem, 'import the branch list again')
  }
}
