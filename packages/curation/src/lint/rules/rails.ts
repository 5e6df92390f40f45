/**
 * Checks the payment rails. A rail that a record names by mistake sends a payment to a bank that cannot receive it, and a
 * rail that is written twice contradicts itself after the next import.
 */
import { railError, railsById, railsFault } from '../../../../../src/dataset/tables/rails.ts'
import type { Rail } from '../../../../../src/directory/records/rail.ts'
import { branchRails, cellOf, railsByBank } from '../../branch-rails.ts'
import {
  type BranchList,
  type Finding,
  finding,
  type LintedData,
  type LocatedBank,
  type LocatedRail,
  type Rule,
} from '../rule.ts'

export const rails: Rule = {
  name: 'rails',
  summary:
    'The rails of banks, codes and branches are in rails.json and belong to their country, and no record names a rail that follows from a scheme.',
  find,
}

function* find(data: LintedData): Iterable<Finding> {
  const areas = [...data.countries, ...data.regions]
  for (const [at, located] of data.rails.entries()) {
    const { rail } = located
    const before = data.rails[at - 1]?.rail.id
    const fault = railError(rail, { ...data, areas }) ?? shippedFault(rail, data.rails)
    if (fault !== null) yield railFinding(located, fault, 'correct it; data/README.md describes the fields')
    if (before !== undefined && rail.id < before)
      yield railFinding(located, `it follows ${before}`, 'sort the rails by id')
  }
  const known = railsById(
    data.rails.map(({ rail }) => rail),
    areas,
  )
  for (const located of data.banks) {
    const fault = railsFault(located.bank, known)
    if (fault !== null) yield finding(located, fault, 'correct or remove the rail')
  }
  for (const list of data.branchLists) yield* findInList(list, data)
}

function shippedFault({ id, letter, countries, banks, codes }: Rail, all: readonly LocatedRail[]): string | null {
  if (banks ?? codes) return 'only an overlay lists banks or codes'
  const same = all.find(
    ({ rail }) =>
      letter !== undefined &&
      rail.letter === letter &&
      rail.id !== id &&
      rail.countries.some((country) => countries.includes(country)),
  )
  return same === undefined ? null : `${same.rail.id} has the same letter`
}

function* findInList({ file, form: id, rows }: BranchList, data: LintedData): Iterable<Finding> {
  const form = data.accountForms.find((located) => located.form.id === id)?.form
  if (!form) return
  const rails = branchRails(
    data.rails.map(({ rail }) => rail),
    form.country,
  )
  // Report only the first row: a wrong import can break every row.
  const at = rows.findIndex(({ rails: cell }) => cell !== '' && cell !== cellOf(new Set(cell), rails))
  const row = rows[at]
  if (row) {
    const letters = rails.map(({ letter }) => letter).join('') || 'none'
    const problem = `${row.code}: its rails ${JSON.stringify(row.rails)} are not some of ${letters}`
    const fix = 'use the letters of rails.json in their order, nothing for all of them, "-" for none'
    yield { file, line: at + 2, problem, fix, subject: row.code }
    return
  }
  const ofCountry = data.banks.filter(({ bank }) => bank.country === form.country)
  const banks = ofCountry.map(({ bank }) => bank)
  if (rails.length > 0) yield* findInBanks(ofCountry, railsByBank(rows, banks, form.scheme ?? '', rails), rails)
}

/** If lint checks only some countries, the banks of the others are not read, and none of these is reported. */
function* findInBanks(
  banks: readonly LocatedBank[],
  expected: ReadonlyMap<string, readonly string[]>,
  rails: readonly Rail[],
): Iterable<Finding> {
  const ids = new Set(rails.map(({ id }) => id))
  for (const located of banks) {
    const { id, rails: own = [] } = located.bank
    const has = own.filter((rail) => ids.has(rail)).join(', ')
    const should = (expected.get(id) ?? []).join(', ')
    if (has === should) continue
    const problem = `its rails are ${has || 'none'}, but those of its branches are ${should || 'none'}`
    yield finding(located, problem, 'import the branch list again')
  }
}

const railFinding = ({ rail: { id }, file, line }: LocatedRail, problem: string, fix: string): Finding => ({
  file,
  line,
  problem: `${id}: ${problem}`,
  fix,
  subject: id,
})
