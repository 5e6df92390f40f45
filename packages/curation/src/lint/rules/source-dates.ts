/**
 * Checks the dates of sources. Dates decide which of two lists wins, and the newest date is part of the data revision.
 * A typo in a year could make an old list win over all others.
 */
import { isDate, isLater, listsSince } from '../../dates.ts'
import { entryFinding, type Rule } from '../rule.ts'

export const sourceDates: Rule = {
  name: 'source-dates',
  summary:
    'Dates are valid, not in the future and not before 1990, and the date in the id of a source is the date of the source.',
  *findInBank({ codes = [] }, { sources }) {
    for (const { scheme, value, as_of, source } of codes) {
      if (as_of === undefined) continue
      const found = `${scheme} code "${value}" has the as_of date ${as_of}`
      const date = sources.get(source)?.date
      if (!isDate(as_of)) yield [`${found}, which does not exist`, 'correct it']
      else if (date === as_of) yield [`${found}, which is the date of its source`, 'remove as_of']
      else if (date !== undefined && as_of > date)
        yield [`${found}, but its source is from ${date}`, 'name the newer source']
    }
  },
  *find({ tables, today }) {
    for (const entry of tables.sources) {
      const { date } = entry.row
      if (!isDate(date)) yield entryFinding(entry, `date ${date} does not exist`, 'correct it')
      else if (isLater(date, today)) yield entryFinding(entry, `date ${date} is in the future`, 'correct it')
      else if (date < listsSince)
        yield entryFinding(entry, `date ${date} is before ${listsSince}, earlier than any published file`, 'correct it')
      const dateInId = /-(\d{4}(?:-\d{2}){0,2})$/.exec(entry.id)?.[1]
      if (dateInId === undefined || !(isLater(dateInId, date) || isLater(date, dateInId))) continue
      const problem = `the id contains the date ${dateInId}, but the date is ${date}`
      yield entryFinding(entry, problem, 'correct the id or the date')
    }
  },
}
