/**
 * Requires files to be sorted by id. Each bank then has exactly one position, so two people who add the same bank get a
 * merge conflict instead of two records.
 */
import { entryFinding, finding, type Rule } from '../rule.ts'

export const order: Rule = {
  name: 'order',
  summary: 'Banks, schemes and sources are sorted by id, and each id is used once.',
  *find({ banks, tables }) {
    const taken = new Set<string>()
    for (const [at, located] of banks.entries()) {
      const { id } = located.bank
      const before = banks[at - 1]
      if (taken.has(id)) yield finding(located, 'another line has the same id', mergeRecords)
      else if (before && before.file === located.file && id < before.bank.id) {
        yield finding(located, `the line must come before ${before.bank.id}`, fix)
      }
      taken.add(id)
    }
    for (const entries of [tables.schemes, tables.sources]) {
      for (const [at, entry] of entries.entries()) {
        const before = entries[at - 1]
        if (before && entry.id < before.id)
          yield entryFinding(entry, `the entry must come before ${before.id}`, 'move it')
      }
    }
  },
}

const fix = 'run bank-lookup data lint --fix'
const mergeRecords = 'merge the two records, or give the newer one its own id'
