/** Each record is formatted one way, so that a diff shows facts: a reviewer misses a change that hides among moved fields. */
import { sourcesText } from '../../serialize.ts'
import { type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const form: Rule = {
  name: 'form',
  summary: 'Lines and sources.json are formatted as `data lint --fix` formats them.',
  find,
}

const fix = 'run bank-lookup data lint --fix'

function* find({ banks, files, sources, sourcesText: text, unreadable }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    if (located.isFormatted) continue
    yield finding(
      located,
      'is not formatted: fields, codes, sources or BICs are out of order, or there are spaces',
      fix,
    )
  }
  for (const { name: file, lines } of files) {
    for (const [at, line] of lines.entries()) {
      if (at === lines.length - 1 ? line === '' : line.trim() !== '') continue
      const problem = line.trim() === '' ? 'the line is empty' : 'there is no newline at the end of the file'
      yield { file, line: at + 1, problem, fix, subject: file }
    }
  }
  const file = 'sources.json'
  // The expected text is unknown if an entry could not be read.
  if (unreadable.some((finding) => finding.file === file) || text === sourcesText(sources.values())) return
  yield { file, problem: 'is not sorted by id, or not formatted', fix, subject: file }
}
