/** Sorts and formats the files of a data folder (`data lint --fix`). Changes order and formatting, never facts. */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { bankLine, compare, sourcesText } from '../serialize.ts'
import type { LintedData } from './rule.ts'

/**
 * Returns the formatted text of each file, by file name. Throws if any line or entry cannot be read, because rewriting
 * the file would drop it.
 */
export function formattedTexts({ files, banks, sources, unreadable }: LintedData): Map<string, string> {
  if (unreadable.length > 0) {
    const messages = unreadable.map(
      (finding) => DatasetError.at(finding, `${finding.problem}; ${finding.fix}.`).message,
    )
    throw new DatasetError(`${messages.join('\n')} Nothing was changed.`)
  }
  const byFile = Map.groupBy(banks, ({ file }) => file)
  const texts = new Map([['sources.json', sourcesText(sources.values())]])
  for (const { name } of files) {
    const sorted = (byFile.get(name) ?? []).toSorted((a, b) => compare(a.bank.id, b.bank.id))
    texts.set(name, sorted.map(({ bank }) => `${bankLine(bank)}\n`).join(''))
  }
  return texts
}
