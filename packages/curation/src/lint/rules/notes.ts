/**
 * Reports notes that are not plain sentences. Notes are shown to people unchanged, so each one must make sense on its
 * own. URLs belong in `sources.json`.
 */
import { quoted, type Rule } from '../rule.ts'

export const notes: Rule = {
  name: 'notes',
  summary: 'Notes are sentences without URLs or duplicates.',
  *findInBank({ notes: texts = [] }) {
    const seen = new Set<string>()
    for (const note of texts) {
      if (seen.has(note)) yield [`note ${quoted(note)} is listed twice`, 'remove one of them']
      if (!/[.!?)]$/.test(note))
        yield [`note ${quoted(note)} is not a sentence`, 'complete it, and end it with a full stop']
      if (/https?:\/\//.test(note)) {
        yield [`note ${quoted(note)} contains a URL`, 'add the page to sources.json instead']
      }
      seen.add(note)
    }
  },
}
