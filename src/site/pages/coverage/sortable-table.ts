/**
 * A table that `client/coverage` makes sortable. Without script it is a plain table: the script puts the buttons into the
 * headers, so no button is there that does nothing.
 */
import { type Html, html } from '../../html.ts'

export interface Column<Row> {
  label: string
  cell(row: Row): Html | string
  /** The value to sort by, if it is not the text of the cell. */
  value?(row: Row): number
  /** Whether the cells are figures, which are right-aligned. The first click on the header puts the highest first. */
  isNumber?: boolean
}

/** Rendering this many rows takes a millisecond or less. */
const rowsPerStep = 10

/**
 * The cells of the first column are the headers of the rows. `label` is for screen readers. At each `yield` the event loop
 * can serve requests.
 */
export function* sortableTable<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Generator<void, Html> {
  const body: Html[] = []
  for (const row of rows) {
    if (body.length % rowsPerStep === 0) yield
    body.push(rowHtml(columns, row))
  }
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table data-sortable>
<thead><tr>${columns.map(
    ({ label: text, isNumber }) => html`<th scope="col"${isNumber ? numberClass : undefined}>${text}</th>`,
  )}</tr></thead>
<tbody>${body}</tbody></table></div>
`
}

const numberClass = html` class="number"`

const rowHtml = <Row>(columns: readonly Column<Row>[], row: Row): Html =>
  html`<tr>${columns.map(({ cell, value, isNumber }, at) => {
    const attributes = html`${isNumber ? numberClass : undefined}${value && html` data-value="${value(row)}"`}`
    return at === 0 ? html`<th scope="row"${attributes}>${cell(row)}</th>` : html`<td${attributes}>${cell(row)}</td>`
  })}</tr>
`
