/** Reads what to watch out for in each country, and what the data lacks (`docs/site/country-notes.md`). */
import { readFileSync } from 'node:fs'
import { once } from '../../../directory/memoize.ts'

export interface CountryNotes {
  remarks: string[]
  gaps: string[]
}

const file = new URL('../../../../docs/site/country-notes.md', import.meta.url)

/** The start of a remark about missing, old or doubtful facts. */
const gapMark = /^Gaps: /

/** `others`: remarks from other places, which come first. */
export function notesOn(country: string, others: readonly string[]): CountryNotes {
  const all = [...new Set([...others, ...(readNotes().get(country) ?? [])])]
  return {
    remarks: all.filter((remark) => !gapMark.test(remark)),
    gaps: all.filter((remark) => gapMark.test(remark)).map((remark) => remark.replace(gapMark, '')),
  }
}

/** Returns the remarks by country code, as Markdown without line breaks. */
const readNotes = once((): Map<string, string[]> => {
  const notes = new Map<string, string[]>()
  for (const section of readFileSync(file, 'utf8').split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    const remarks = lines
      .join('\n')
      .split(/^- /m)
      .slice(1)
      .map((remark) => remark.trim().replaceAll(/\s*\n\s*/g, ' '))
    for (const code of heading.split(' ')) notes.set(code, [...(notes.get(code) ?? []), ...remarks])
  }
  return notes
})
