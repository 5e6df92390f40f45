/** Summarises the changes that an import would make, so that a person can decide whether to write them. */

import type { Source } from '../../../../src/directory/records/source.ts'
import { changeKinds, headingOf } from './changes/change-kinds.ts'
import type { ImportResult } from './import.ts'
import type { ImportedBranches } from './import-branches.ts'
import type { ImportedRails } from './import-rails.ts'
import type { ImportedTable } from './import-table.ts'

const changesShownMax = 12

export function summarize({ draft, rows, skippedRows }: ImportResult, showAll: boolean): string {
  const { source, changes, unchanged, confirmed } = draft
  const blocks = changeKinds.map((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind)
    if (ofKind.length === 0) return ''
    const listed = showAll ? ofKind : ofKind.slice(0, changesShownMax)
    const lines = listed.map(
      ({ bank, line, text }) => `  ${bank}${bank ? ': ' : ''}${text}${line ? ` (line ${line})` : ''}`,
    )
    const more = ofKind.length - listed.length
    if (more > 0) lines.push(`  and ${more} more; --all shows them.`)
    return `${headingOf[kind]}: ${ofKind.length}\n${lines.join('\n')}\n\n`
  })
  const counts = [
    `${rows} rows from ${source.id} (${source.title}, ${source.date}).`,
    confirmed > 0 ? `${confirmed} codes are confirmed as of this date.` : '',
    unchanged.newer > 0
      ? `${unchanged.newer} rows differ from our data, which is kept because its list is just as new or newer.`
      : '',
    unchanged.corrected.size > 0
      ? `Left unchanged because of manual corrections: ${[...unchanged.corrected].join('; ')}.`
      : '',
    skippedRows > 0 ? `${skippedRows} rows describe institutions that are not in our data or not on a newer list.` : '',
  ]
  return `${counts.filter((text) => text !== '').join('\n')}\n\n${blocks.join('')}`
}

export function summarizeTable({ source, rows, changes, isOlder }: ImportedTable, showAll: boolean): string {
  const head = `${rows} rows from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our table is just as new or newer, so it stays unchanged.\n\n`
  const listed = showAll ? changes : changes.slice(0, changesShownMax)
  const more = changes.length - listed.length
  const lines = [...listed, ...(more > 0 ? [`and ${more} more; --all shows them.`] : [])].map((text) => `  ${text}\n`)
  return `${head}New, removed or changed rows: ${changes.length}\n${lines.join('')}\n`
}

type Counts = Pick<ImportedBranches, 'rows' | 'named' | 'lent' | 'added' | 'removed' | 'changed'>

export function summarizeBranches(source: Source, isOlder: boolean, counts: Counts): string {
  const { rows, named, lent, added, removed, changed } = counts
  const head = `${rows} branch codes from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our list is just as new or newer, so it stays unchanged.\n\n`
  const details = `${named} have a name, and ${lent} belong to another bank than that of their prefix.\n`
  return `${head}${details}New codes: ${added}. Removed: ${removed}. Changed: ${changed}.\n\n`
}

export function summarizeRails(imported: ImportedRails, showAll: boolean): string {
  const { source, rows, rails, added, unmatched, corrected, isOlder } = imported
  const head = `${rows} rows from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our list is just as new or newer, so it stays unchanged.\n\n`
  const counts = rails.map(
    ({ rail, participants, matched, listed }) =>
      `${rail}: ${participants} participants, ${matched} of them matched; on the rail: ${listed}.\n`,
  )
  const kept = corrected.length > 0 ? `Left unchanged because of manual corrections: ${corrected.join(', ')}.\n` : ''
  return `${head}${counts.join('')}${kept}\n${block('New banks', added, showAll)}${block('Not matched', unmatched, showAll)}`
}

function block(heading: string, texts: readonly string[], showAll: boolean): string {
  if (texts.length === 0) return ''
  const listed = showAll ? texts : texts.slice(0, changesShownMax)
  const more = texts.length - listed.length
  const lines = [...listed, ...(more > 0 ? [`and ${more} more; --all shows them.`] : [])]
  return `${heading}: ${texts.length}\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
