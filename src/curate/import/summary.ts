/** What an import would do, for a person who has to say yes or no. */
import { changeKinds, meaningOf } from './changes/change-kinds.ts'
import type { Imported } from './import.ts'
import type { ImportedTable } from './import-table.ts'

const shownOfEach = 12

export function summarize({ draft, rows, passedOver }: Imported, isWhole: boolean): string {
  const { source, changes, kept, confirmed } = draft
  const blocks = changeKinds.map((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind)
    if (ofKind.length === 0) return ''
    const shown = isWhole ? ofKind : ofKind.slice(0, shownOfEach)
    const lines = shown.map(
      ({ bank, line, text }) => `  ${bank}${bank ? ': ' : ''}${text}${line ? ` (line ${line})` : ''}`,
    )
    const more = ofKind.length - shown.length
    if (more > 0) lines.push(`  and ${more} more; --all shows them.`)
    return `${meaningOf[kind]}: ${ofKind.length}\n${lines.join('\n')}\n\n`
  })
  const counts = [
    `${rows} rows of ${source.id}, ${source.title} of ${source.date}.`,
    confirmed > 0 ? `${confirmed} codes are confirmed as of this date.` : '',
    kept.newer > 0
      ? `${kept.newer} rows say otherwise than what we have from a list that is as new or newer; that stays.`
      : '',
    kept.corrected.size > 0 ? `Corrected by hand, and left so: ${[...kept.corrected].join('; ')}.` : '',
    passedOver > 0
      ? `${passedOver} rows are of institutions that we do not list, or that a newer list does not have.`
      : '',
  ]
  return `${counts.filter((text) => text !== '').join('\n')}\n\n${blocks.join('')}`
}

export function summarizeTable({ source, rows, changes, isOlder }: ImportedTable, isWhole: boolean): string {
  const head = `${rows} rows of ${source.id}, ${source.title} of ${source.date}.\n`
  if (isOlder) return `${head}What we have is newer; it stays.\n\n`
  const shown = isWhole ? changes : changes.slice(0, shownOfEach)
  const more = changes.length - shown.length
  const lines = [...shown, ...(more > 0 ? [`and ${more} more; --all shows them.`] : [])].map((text) => `  ${text}\n`)
  return `${head}Rows that are new, gone or others: ${changes.length}\n${lines.join('')}\n`
}
