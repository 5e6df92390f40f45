/** Prints rows as a table that fits the terminal: wide columns are shortened, and empty columns are left out. */
import type { Screen, Style } from './screen.ts'
import { padEnd, padStart, printable, shorten, textWidth } from './text-width.ts'

export interface Column<Row> {
  header: string
  value: (row: Row) => string | number | null | undefined
  align?: 'right'
  /** Whether to shorten the values if the table is too wide. Codes and ids are never shortened. */
  canShorten?: boolean
  style?: (row: Row) => Style | undefined
}

const gap = '  '
/** No column is shortened to less than this. */
const shortenedMin = 8

export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  const filled = columns
    .map((column) => ({ ...column, cells: rows.map((row) => printable(String(column.value(row) ?? ''))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const widths = fitWidths(
    filled.map(({ header, cells, canShorten = false }) => ({
      natural: cells.reduce((width, cell) => Math.max(width, textWidth(cell)), textWidth(header)),
      min: canShorten ? Math.max(shortenedMin, textWidth(header)) : Number.POSITIVE_INFINITY,
    })),
    screen.columns,
  )
  const line = (cellOf: (column: (typeof filled)[number]) => string, paint: (column: number, text: string) => string) =>
    filled
      .map((column, at) => {
        const width = widths[at] as number
        const cell = shorten(cellOf(column), width)
        const isLast = at === filled.length - 1
        const padded = column.align === 'right' ? padStart(cell, width) : isLast ? cell : padEnd(cell, width)
        // Paint the text without its padding, so that an underline or a background ends with the text.
        return padded.replace(cell, () => paint(at, cell))
      })
      .join(gap)
      .trimEnd()
  const head = line(
    ({ header }) => header,
    (_, text) => screen.paint('dim', text),
  )
  const body = rows.map((row, index) =>
    line(
      ({ cells }) => cells[index] as string,
      (at, text) => {
        const style = filled[at]?.style?.(row)
        return style ? screen.paint(style, text) : text
      },
    ),
  )
  return `${[head, ...body].join('\n')}\n`
}

/**
 * Takes columns from the widest one that can be shortened, until the table fits. If that is not enough, the terminal wraps
 * the lines.
 */
function fitWidths(columns: { natural: number; min: number }[], available: number): number[] {
  const widths = columns.map(({ natural }) => natural)
  let excess = widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1) - available
  while (excess > 0) {
    let widest = -1
    for (const [at, width] of widths.entries()) {
      if (width > (columns[at]?.min ?? 0) && width > (widths[widest] ?? 0)) widest = at
    }
    if (widest < 0) break
    widths[widest] = (widths[widest] as number) - 1
    excess--
  }
  return widths
}
