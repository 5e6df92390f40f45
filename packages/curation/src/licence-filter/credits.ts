/** Writes the credits of a data folder: the publishers that must be named, with their terms, and all other sources. */
import type { Source } from '../../../../src/directory/records/source.ts'
import { compare } from '../serialize.ts'

export const creditsFile = 'CREDITS.md'

/** `revision`: the revision of the data that the folder was built from. */
export function creditsText(sources: readonly Source[], revision: string): string {
  const required = sources.filter(({ redistribution }) => redistribution === 'attribution')
  const others = sources.filter(({ redistribution }) => redistribution !== 'attribution')
  return `# Credits

The facts in this folder come from the sources below. The folder was built from data revision ${revision}; \`LICENSE.md\` explains
the terms. If you redistribute the folder or responses made from it, pass the required credits and notices on.

## Required credits and notices

${sectionOf(required)}

## Other sources

${sectionOf(others)}
`
}

/** Groups the sources by publisher and terms, so that each credit is there once. */
function sectionOf(sources: readonly Source[]): string {
  const groups = Map.groupBy(sources, ({ publisher, licence }) => `${publisher}\0${licence}`)
  const sorted = [...groups].toSorted(([one], [other]) => compare(one, other))
  return sorted.map(([, group]) => groupText(group)).join('\n') || 'None.'
}

function groupText(group: readonly Source[]): string {
  const [{ publisher, licence }] = group as [Source]
  return [`- **${publisher}**. Terms: ${licence}`, ...group.map(sourceText)].join('\n')
}

function sourceText({ title, date, url, via }: Source): string {
  const origin = [url, via && `read from ${via}`].filter(Boolean).join(', ')
  return `  - ${title} (${date})${origin && `: ${origin}`}`
}
