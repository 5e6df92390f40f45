/**
 * Dates decide which of two lists counts, and the newest one names the state of the data. A slip in a year makes an old
 * list the best there is.
 */
import { isDate, isLater, listsSince } from '../../dates.ts'
import { bankFinding, entryFinding, type Finding, type LintedData, type Rule } from '../rule.ts'

export const sourceDates: Rule = {
  name: 'source-dates',
  summary:
    'Dates are in the calendar, not to come and not before there were lists; the one in the id of a source is its date.',
  find,
}

function* find({ banks, sources, entries, today }: LintedData): Iterable<Finding> {
  for (const entry of entries) {
    const date = entry.file === 'sources.json' ? sources.get(entry.id)?.date : undefined
    if (date === undefined) continue
    if (!isDate(date)) yield entryFinding(entry, `its date ${date} is not in the calendar`, 'correct it')
    else if (isLater(date, today)) yield entryFinding(entry, `its date ${date} is still to come`, 'correct it')
    else if (date < listsSince)
      yield entryFinding(entry, `its date ${date} is before there were such lists`, 'correct it')
    const inId = /-(\d{4}(?:-\d{2}){0,2})$/.exec(entry.id)?.[1]
    if (inId === undefined || !(isLater(inId, date) || isLater(date, inId))) continue
    yield entryFinding(entry, `its id says ${inId}, its date ${date}`, 'correct the one that is wrong')
  }
  for (const located of banks) {
    for (const { scheme, value, as_of, source } of located.bank.codes ?? []) {
      if (as_of === undefined) continue
      const code = `its ${scheme} code "${value}"`
      const date = sources.get(source)?.date
      if (!isDate(as_of))
        yield bankFinding(located, `${code} is as of ${as_of}, which is not in the calendar`, 'correct it')
      else if (date === as_of)
        yield bankFinding(located, `${code} is as of ${as_of}, the date of its source`, 'leave as_of out')
      else if (date !== undefined && as_of > date) {
        yield bankFinding(located, `${code} is as of ${as_of}, but its source of ${date}`, 'name the newer source')
      }
    }
  }
}
