/** The entry in `sources.json` of the edition of a file. */
import type { Source } from '../../directory/records/source.ts'
import type { DataFolder } from '../data-folder.ts'
import type { OfficialFile } from '../sources/source-file.ts'

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The one that is there already, or a new one. Some terms ask for a notice that names the month of the edition. */
export function sourceOf(
  { sources }: DataFolder,
  { name, source }: Pick<OfficialFile, 'name' | 'source'>,
  asOf: string,
): Source {
  // Year and month tell the editions of a file apart; where they do not, the day does.
  const short = `${name}-${asOf.slice(0, 7)}`
  const known = sources.get(short)
  // A date that is less exact than the one we have of it is the same.
  if (known?.date.startsWith(asOf)) {
    return { ...known, fields: [...new Set([...known.fields, ...source.fields])] }
  }
  const id = known === undefined ? short : `${name}-${asOf}`
  const { title, publisher, licence, ...rest } = source
  const month = monthAndYear.format(new Date(asOf))
  return { id, title, publisher, date: asOf, ...rest, licence: licence.replace('[month and year of the table]', month) }
}
