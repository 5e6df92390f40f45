/** A wrong clearing code or member id sends a payment message to the wrong bank. */
import { clearingSystemError } from '../../../../../src/dataset/tables/clearing-systems.ts'
import { entryFinding, findInTable, type Rule } from '../rule.ts'

export const clearingSystems: Rule = {
  name: 'clearing-systems',
  summary:
    'Clearing systems are sorted by code, one per country; their country, scheme and sources exist, and their examples match.',
  *find(data) {
    const { clearingSystems: systems } = data.tables
    for (const [, [, ...others]] of Map.groupBy(systems, ({ row }) => row.country))
      for (const entry of others) yield entryFinding(entry, `${entry.row.country} has two clearing systems`, 'keep one')
    yield* findInTable(systems, data, clearingSystemError)
  },
}
