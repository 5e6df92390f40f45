/**
 * Dates decide which of two lists wins, and the newest date is part of the data revision. A typo in a year makes an old list
 * win over all others.
 */
import { isDate, isLater, listsSince } from '../../dates.ts'
import { entryFinding, type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const sourceDates: Rule = {
  name: 'source-dates',
  summary: 'Dates exist, are not in the future and not before 1990, and the date in the id of a source is its date.',
  find,
}

function* find({ banks, sources, entries, today }: LintedData): Iterable<Finding> {
  for (const entry of entries) {
    const date = entry.file === 'sources.json' ? sources.get(entry.id)?.date : undefined
    if (date === undefined) continue
    if (!isDate(date)) yield entryFinding(entry, `its date ${date} does not exist`, 'correct it')
    else if (isLater(date, today)) yield entryFinding(entry, `its date ${date} is in the future`, 'correct it')
    else if (date < listsSince)
      yield entryFinding(entry, `its date ${date} is before any list was published as a file`, 'correct it')
    const dateInId = /-(\d{4}(?:-\d{2}){0,2})$/.exec(entry.id)?.[1]
    if (dateInId === undefined || !(isLater(dateInId, date) || isLater(date, dateInId))) continue
    yield entryFinding(entry, `its id has the date ${dateInId}, but its date is ${date}`, 'correct the wrong one')
  }
  for (const located of banks) {
    for (const { scheme, value, as_of, source } of located.bank.codes ?? []) {
      if (as_of === undefined) continue
      const code = `its ${scheme} code "${value}"`
      const date = sources.get(source)?.date
      if (!isDate(as_of)) yield finding(located, `${code} is as of ${as_of}, which does not exist`, 'correct it')
      else if (date === as_of)
        yield finding(located, `${code} is as of ${as_of}, the date of its source`, 'remove as_of')
      else if (date !== undefined && as_of > date) {
        yield finding(located, `${code} is as of ${as_of}, but its source is of ${date}`, 'name the newer source')
      }
    }
  }
}
