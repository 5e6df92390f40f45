/** In a sorted file a bank has one place: two people who add it meet in the same line, not in two records of one bank. */
import { type Finding, type LintedData, ofBank, ofEntry, type Rule } from '../rule.ts'

export const order: Rule = {
  name: 'order',
  summary: 'Banks, schemes and sources are sorted by id, and an id stands there once.',
  find,
}

const fix = 'run bank-lookup data lint --fix'
const remove = 'make one of the two, or give the newer one an id of its own'

function* find({ banks, entries }: LintedData): Iterable<Finding> {
  const taken = new Set<string>()
  for (const [at, placed] of banks.entries()) {
    const { id } = placed.bank
    const before = banks[at - 1]
    if (taken.has(id)) yield ofBank(placed, 'its id is taken by another line', remove)
    else if (before && before.file === placed.file && id < before.bank.id) {
      yield ofBank(placed, `does not sort after ${before.bank.id}`, fix)
    }
    taken.add(id)
  }
  for (const [at, entry] of entries.entries()) {
    const before = entries[at - 1]
    if (!before || before.file !== entry.file || entry.id > before.id) continue
    const isTwice = entry.id === before.id
    yield ofEntry(
      entry,
      isTwice ? 'stands there twice' : `does not sort after ${before.id}`,
      isTwice ? remove : 'move it',
    )
  }
}
