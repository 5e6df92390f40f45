/** One form for each record, so that a diff shows facts: nobody reviews a correction that hides among moved fields. */
import { sourcesText } from '../../serialize.ts'
import { type Finding, type LintedData, ofBank, type Rule } from '../rule.ts'

export const form: Rule = {
  name: 'form',
  summary: 'Lines and sources.json are written in their one form.',
  find,
}

const mend = 'run bank-lookup data lint --fix'

function* find({ banks, files, sources, sourcesText: written, unreadable }: LintedData): Iterable<Finding> {
  for (const placed of banks) {
    if (placed.isFormed) continue
    yield ofBank(placed, 'is not written as a bank is: fields, codes, sources or BICs out of order, or spaces', mend)
  }
  for (const { name: file, lines } of files) {
    for (const [at, text] of lines.entries()) {
      if (at === lines.length - 1 ? text === '' : text.trim() !== '') continue
      const problem = text.trim() === '' ? 'the line is empty' : 'the last line does not end'
      yield { file, line: at + 1, problem, mend, subject: file }
    }
  }
  const file = 'sources.json'
  // The text cannot be told while an entry is missing from it.
  if (unreadable.some((finding) => finding.file === file) || written === sourcesText(sources.values())) return
  yield { file, problem: 'is not sorted by id, or not written in its one form', mend, subject: file }
}
