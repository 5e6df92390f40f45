/** Chooses the columns of a table and their widths, so that the table fits the terminal. */

export interface ColumnSize {
  /** The width of the widest cell, or of the header. */
  natural: number
  /** The minimum width of a column that can be shortened. */
  min?: number | undefined
  /** If the table is too wide, the column with the lowest number is dropped first. */
  dropOrder?: number | undefined
  /** Whether a long cell can move to a line of its own. */
  canMoveDown?: boolean | undefined
}

export const gap = '  '
/** A column with cells on lines of their own keeps this width, so that most cells stay in their row. */
const movableMin = 24

export interface Layout {
  /** The columns that are left, by position. */
  kept: number[]
  /** Undefined if the rows still do not fit; each row then takes several lines. */
  widths: number[] | undefined
}

/** Drops columns first, then moves long cells to lines of their own. */
export function layOut(columns: readonly ColumnSize[], available: number): Layout {
  const sizes = columns.map((column, at) => ({ ...column, at }))
  const toDrop = sizes
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .sort((a, b) => (a.dropOrder as number) - (b.dropOrder as number))
  let kept = sizes
  while (leastWidth(kept) > available && toDrop.length > 0) {
    const dropped = toDrop.shift()
    kept = kept.filter((column) => column !== dropped)
  }
  const excess = leastWidth(kept) - available
  if (excess > 0)
    kept = kept.map((column) =>
      column.canMoveDown ? { ...column, natural: Math.max(movableMin, column.natural - excess) } : column,
    )
  const fits = leastWidth(kept) <= available
  return { kept: kept.map(({ at }) => at), widths: fits ? shrink(kept, available) : undefined }
}

const widthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)

const least = ({ natural, min = natural }: ColumnSize): number => Math.min(natural, min)

const leastWidth = (columns: readonly ColumnSize[]): number => widthOf(columns.map(least))

/** Takes characters from the widest column that can be shortened, until the table fits. */
function shrink(columns: readonly ColumnSize[], available: number): number[] {
  const widths = columns.map(({ natural }) => natural)
  for (let excess = widthOf(widths) - available; excess > 0; excess--) {
    let widest = -1
    for (const [at, width] of widths.entries()) {
      if (width > least(columns[at] as ColumnSize) && width > (widths[widest] ?? 0)) widest = at
    }
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}
