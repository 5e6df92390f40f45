/** Notes are shown to people unchanged, so each is a sentence that makes sense alone. A URL belongs in the sources. */
import { finding, quoted, type Rule } from '../rule.ts'

export const notes: Rule = {
  name: 'notes',
  summary: 'Notes are sentences without URLs, and each is there once.',
  *findInBank(located) {
    const seen = new Set<string>()
    for (const note of located.bank.notes ?? []) {
      if (seen.has(note)) yield finding(located, `its note ${quoted(note)} is there twice`, 'keep one of the two')
      if (!/[.!?)]$/.test(note))
        yield finding(located, `its note ${quoted(note)} is not a sentence`, 'end it with a full stop')
      if (/https?:\/\//.test(note)) {
        yield finding(located, `its note ${quoted(note)} contains a URL`, 'add the page to sources.json instead')
      }
      seen.add(note)
    }
  },
}
