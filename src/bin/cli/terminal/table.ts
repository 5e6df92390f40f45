/**
 * Prints rows as a table that fits the terminal. Empty columns are left out. If the terminal is too narrow for a table,
 * each row takes several lines: its first cell, then the others.
 */
import { printable } from '../../../dataset/printable.ts'
import type { Screen, Style } from './screen.ts'
import { gap, layOut } from './table-layout.ts'
import { padEnd, padStart, shorten, textWidth } from './text-width.ts'

export interface Column<Row> {
  header: string
  value: (row: Row) => string | number | null | undefined
  align?: 'right'
  /** The width to which the values can be shortened. Codes and ids have none, and are never shortened. */
  shortenTo?: number
  /** For a column that the table can do without: the lowest number is dropped first. */
  dropOrder?: number
  /** Whether a value that is too long moves to a line of its own. For the last column. */
  canMoveDown?: boolean
  style?: (row: Row) => Style | undefined
}

interface FilledColumn<Row> extends Column<Row> {
  cells: string[]
}

export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  const filled = columns
    .map((column) => ({ ...column, cells: rows.map((row) => printable(String(column.value(row) ?? ''))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const { kept, widths } = layOut(
    filled.map(({ header, cells, shortenTo, dropOrder, canMoveDown }) => ({
      natural: cells.reduce((width, cell) => Math.max(width, textWidth(cell)), textWidth(header)),
      min: shortenTo && Math.max(shortenTo, textWidth(header)),
      dropOrder,
      canMoveDown,
    })),
    screen.columns,
  )
  const shown = kept.map((at) => filled[at] as FilledColumn<Row>)
  const lines = widths ? tableLines(rows, shown, widths, screen) : stackedLines(rows, shown, screen)
  return `${lines.join('\n')}\n`
}

const paintCell = <Row>({ style }: Column<Row>, row: Row, text: string, { paint }: Screen): string => {
  const chosen = style?.(row)
  return chosen ? paint(chosen, text) : text
}

function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly FilledColumn<Row>[],
  widths: readonly number[],
  screen: Screen,
): string[] {
  const line = (cells: readonly string[], paint: (column: FilledColumn<Row>, text: string) => string): string =>
    columns
      .map((column, at) => {
        const width = widths[at] as number
        const cell = shorten(cells[at] as string, width)
        const isLast = at === columns.length - 1
        const padded = column.align === 'right' ? padStart(cell, width) : isLast ? cell : padEnd(cell, width)
        // Paint the text without its padding, so that an underline or a background ends with the text.
        return padded.replace(cell, () => paint(column, cell))
      })
      .join(gap)
      .trimEnd()
  const head = line(
    columns.map(({ header }) => header),
    (_, text) => screen.paint('dim', text),
  )
  const body = rows.flatMap((row, index) => {
    const paint = (column: FilledColumn<Row>, text: string): string => paintCell(column, row, text, screen)
    const isMoved = ({ cells, canMoveDown }: FilledColumn<Row>, at: number): boolean =>
      canMoveDown === true && textWidth(cells[index] as string) > (widths[at] as number)
    const inRow = columns.map((column, at) => (isMoved(column, at) ? '' : (column.cells[index] as string)))
    const moved = columns.filter(isMoved).map((column) => {
      const cell = column.cells[index] as string
      return padStart(cell, screen.columns).replace(cell, () => paint(column, cell))
    })
    return [line(inRow, paint), ...moved]
  })
  return [head, ...body]
}

/** The first cell has a line of its own. The others follow, as many per line as fit. There are no headers. */
function stackedLines<Row>(rows: readonly Row[], columns: readonly FilledColumn<Row>[], screen: Screen): string[] {
  const [first, ...others] = columns
  return rows.flatMap((row, index) => {
    const lines: string[] = []
    let used = Number.POSITIVE_INFINITY
    for (const column of others) {
      const cell = column.cells[index] as string
      if (cell === '') continue
      const width = gap.length + textWidth(cell)
      const isNew = used + width > screen.columns
      const painted = gap + paintCell(column, row, cell, screen)
      if (isNew) lines.push(painted)
      else lines.push((lines.pop() as string) + painted)
      used = isNew ? width : used + width
    }
    const head = first ? paintCell(first, row, shorten(first.cells[index] as string, screen.columns), screen) : ''
    return [head, ...lines]
  })
}
