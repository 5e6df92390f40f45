/** Reads what to watch out for in each country, from `docs/site/country-notes.md`. */
import { readFileSync } from 'node:fs'

const file = new URL('../../../../docs/site/country-notes.md', import.meta.url)

/** Returns the remarks by country code, as Markdown without line breaks. */
export const readCountryNotes = (): Map<string, string[]> => parseCountryNotes(readFileSync(file, 'utf8'))

function parseCountryNotes(text: string): Map<string, string[]> {
  const notes = new Map<string, string[]>()
  for (const section of text.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    const remarks = lines
      .join('\n')
      .split(/^- /m)
      .slice(1)
      .map((remark) => remark.trim().replaceAll(/\s*\n\s*/g, ' '))
    for (const code of heading.split(' ')) notes.set(code, [...(notes.get(code) ?? []), ...remarks])
  }
  return notes
}
