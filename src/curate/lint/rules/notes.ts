/** Notes are shown to people as they are: sentences that stand for themselves. An address among them is a source. */
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const notes: Rule = {
  name: 'notes',
  summary: 'Notes are sentences, each once, without addresses.',
  find,
}

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const seen = new Set<string>()
    for (const note of located.bank.notes ?? []) {
      if (seen.has(note)) yield bankFinding(located, `its note ${quoted(note)} stands there twice`, 'keep one of them')
      if (!/[.!?)]$/.test(note))
        yield bankFinding(located, `its note ${quoted(note)} does not end`, 'write a whole sentence')
      if (/https?:\/\//.test(note)) {
        yield bankFinding(
          located,
          `its note ${quoted(note)} has an address in it`,
          'add the page to sources.json instead',
        )
      }
      seen.add(note)
    }
  }
}
