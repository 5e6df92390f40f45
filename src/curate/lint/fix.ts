/** Sorts and formats what can be read. Order and form change, and nothing else. */
import { DatasetError } from '../../dataset/dataset-error.ts'
import { bankLine, compare, sourcesText } from '../serialize.ts'
import type { LintedData } from './rule.ts'

/** The files as they should be, by name. Refused while a line cannot be read: it would be lost. */
export function mendedTexts({ files, banks, sources, entries, unreadable }: LintedData): Map<string, string> {
  if (unreadable.length > 0) {
    const named = unreadable.map((finding) => DatasetError.at(finding, `${finding.problem}; ${finding.mend}.`).message)
    throw new DatasetError(`${named.join('\n')} Nothing was changed.`)
  }
  const twice = entries.find(({ id, file }, at) =>
    entries.slice(0, at).some((entry) => entry.id === id && entry.file === file),
  )
  if (twice) throw DatasetError.at(twice, `${twice.id} stands there twice; take one out. Nothing was changed.`)
  const byFile = Map.groupBy(banks, ({ file }) => file)
  const texts = new Map([['sources.json', sourcesText(sources.values())]])
  for (const { name } of files) {
    const sorted = (byFile.get(name) ?? []).toSorted((a, b) => compare(a.bank.id, b.bank.id))
    texts.set(name, sorted.map(({ bank }) => `${bankLine(bank)}\n`).join(''))
  }
  return texts
}
