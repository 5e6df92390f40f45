/** Makes the tables of the coverage page sortable: each header becomes a button, and `aria-sort` gives the sort order. */

type Order = 'ascending' | 'descending'

for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) makeSortable(table)

function makeSortable(table: HTMLTableElement): void {
  for (const header of table.querySelectorAll<HTMLTableCellElement>('thead th')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...header.childNodes)
    header.append(button)
    button.addEventListener('click', () => sortBy(table, header))
  }
}

function sortBy(table: HTMLTableElement, header: HTMLTableCellElement): void {
  const order = nextOrder(header)
  for (const other of table.querySelectorAll('thead th')) other.removeAttribute('aria-sort')
  header.setAttribute('aria-sort', order)
  const [body] = table.tBodies
  const rows = Array.from(body?.rows ?? [], (row) => ({ row, key: keyOf(row.cells[header.cellIndex]) }))
  const direction = order === 'ascending' ? 1 : -1
  // The sort is stable, so equal rows stay in the order of the last sort.
  rows.sort((a, b) => direction * compare(a.key, b.key))
  body?.append(...rows.map(({ row }) => row))
}

/** Figures start with the highest, text starts with A. */
function nextOrder(header: HTMLTableCellElement): Order {
  const first: Order = header.classList.contains('number') ? 'descending' : 'ascending'
  const second: Order = first === 'ascending' ? 'descending' : 'ascending'
  return header.ariaSort === first ? second : first
}

function keyOf(cell: HTMLTableCellElement | undefined): string | number {
  const { value } = cell?.dataset ?? {}
  return value === undefined ? (cell?.textContent ?? '') : Number(value)
}

const { compare: compareText } = new Intl.Collator('en')

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
