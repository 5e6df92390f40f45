/**
 * Requires one canonical format for every record, so that a diff shows only changed facts. Otherwise, reviewers would
 * overlook a changed fact among fields that merely moved.
 */
import { sourcesText } from '../../serialize.ts'
import { finding, type Rule } from '../rule.ts'

export const form: Rule = {
  name: 'form',
  summary: 'Bank lines and sources.json have the format that `data lint --fix` writes.',
  *find({ banks, files, sources, sourcesText: text, unreadable }) {
    for (const located of banks) {
      if (located.isFormatted) continue
      yield finding(
        located,
        'the line is not formatted correctly: fields, codes, sources or BICs are out of order, or there are extra spaces',
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
    // Do not compare if an entry could not be read, because the expected text is then unknown.
    if (unreadable.some((finding) => finding.file === file) || text === sourcesText(sources.values())) return
    yield { file, problem: 'is not sorted by id, or is not formatted correctly', fix, subject: file }
  },
}

const fix = 'run bank-lookup data lint --fix'
