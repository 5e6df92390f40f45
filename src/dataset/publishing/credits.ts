/** The credits and terms that go with a published copy of the data, as Markdown. */
import { redistributions, type Source } from '../../directory/records/source.ts'

export const creditsFile = 'CREDITS.md'

/**
 * Writes the publishers that must be named, with their terms, and all other sources. `revision`: that of the data that the
 * folder was built from.
 */
export function creditsText(sources: readonly Source[], revision: string): string {
  const required = sources.filter(({ redistribution }) => redistribution === 'attribution')
  const others = sources.filter(({ redistribution }) => redistribution !== 'attribution')
  return `# Credits

The facts in this folder come from the sources below. The folder was built from data revision ${revision}; \`LICENSE.md\` explains
the terms. If you redistribute the folder or responses made from it, pass the required credits and notices on.

## Required credits and notices

${sourceList(required)}

## Other sources

${sourceList(others)}
`
}

export const termsFile = 'TERMS.md'

/** Says whose terms apply, because the publisher of the copy includes facts with unclear or restrictive terms. */
export function termsText(included: readonly Source[]): string {
  const sections = redistributions.toReversed().flatMap((terms) => {
    const sources = included.filter(({ redistribution }) => redistribution === terms)
    return sources.length > 0 ? [`## Terms: ${terms}\n\n${sourceList(sources)}\n`] : []
  })
  return `# Terms that apply

This folder has facts from the sources below. Their publishers restrict redistribution (\`restricted\`), or do not say clearly
whether they allow it (\`unclear\`). Before you redistribute the folder, check that these terms allow it.

${sections.join('\n')}`
}

/** Lists the sources by publisher and terms, so that each credit appears only once. */
export function sourceList(sources: readonly Source[]): string {
  const groups = Map.groupBy(sources, ({ publisher, licence }) => `${publisher}\0${licence}`)
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
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
