/**
 * Arranges the content of a page in rows: text on the left, and on wide screens the example that it describes on the right.
 * The order in the document stays the same, for narrow screens and screen readers.
 */
import { type Html, html } from '../html.ts'

export interface Block {
  html: Html
  /** `side` moves to the right column on wide screens. */
  kind: 'heading' | 'text' | 'side'
  /** Level of a heading. */
  depth?: number
}

interface Row {
  before: Block[]
  side?: Block
  after: Block[]
}

/** The introduction is the text before the first section. */
export function pageRows(blocks: Block[]): { introduction: Html; body: Html } {
  const [first = [], ...sections] = splitSections(blocks)
  const hasSide = first.some(({ kind }) => kind === 'side')
  const introduction = hasSide ? [] : first
  const rows = [...(hasSide ? [first] : []), ...sections].flatMap(rowsOf)
  return { introduction: html`${introduction.map((block) => block.html)}`, body: html`${rows.map(rowHtml)}` }
}

/** A section starts with a second-level heading. The first part is what comes before. */
function splitSections(blocks: Block[]): Block[][] {
  const sections: Block[][] = [[]]
  for (const block of blocks) {
    if (block.depth === 2) sections.push([])
    sections.at(-1)?.push(block)
  }
  return sections
}

function rowsOf(section: Block[]): Row[] {
  const rows: Row[] = []
  let row: Row = { before: [], after: [] }
  for (const block of section) {
    if (block.kind !== 'side') (row.side ? row.after : row.before).push(block)
    else if (!row.side) row.side = block
    else {
      rows.push(row)
      row = { before: takeIntroduction(row.after), side: block, after: [] }
    }
  }
  return [...rows, row]
}

/** Removes the blocks that introduce the next example: those from the last heading on, or else the last one. */
function takeIntroduction(blocks: Block[]): Block[] {
  const heading = blocks.findLastIndex(({ kind }) => kind === 'heading')
  return blocks.splice(heading >= 0 ? heading : Math.max(0, blocks.length - 1))
}

function rowHtml({ before, side, after }: Row): Html {
  const text = html`<div class="text">${before.map((block) => block.html)}</div>
`
  if (!side) return text
  const rest = after.length > 0 ? html`<div class="text">${after.map((block) => block.html)}</div>` : undefined
  return html`<div class="row">${text}${side.html}${rest}</div>
`
}
