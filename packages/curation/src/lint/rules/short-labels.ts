/** Reports short labels that do not tell the code schemes of a country apart, or that are too long for a row of a list. */
import { entryFinding, quoted, type Rule } from '../rule.ts'

const charactersMax = 11

export const shortLabels: Rule = {
  name: 'short-labels',
  summary: `Every scheme has a short label of at most ${charactersMax} characters, and no country has one twice.`,
  *find({ tables: { schemes } }) {
    for (const entry of schemes) {
      const { id, country, short_label: label } = entry.row
      if (label === undefined) {
        yield entryFinding(entry, 'it has no short_label', 'add what people write before the code')
        continue
      }
      const shown = `short_label ${quoted(label)}`
      if ([...label].length > charactersMax)
        yield entryFinding(entry, `${shown} is longer than ${charactersMax} characters`, 'shorten it')
      const other = schemes.find(
        ({ row }) => row.id < id && row.short_label === label && areTogether(row.country, country),
      )
      if (other)
        yield entryFinding(entry, `${shown} is also the label of ${other.id}`, 'name what tells the codes apart')
    }
  },
}

/** Whether a bank can have codes of both schemes. */
const areTogether = (one: string, other: string): boolean => one === other || one === '*' || other === '*'
