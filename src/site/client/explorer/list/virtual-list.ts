/**
 * A list that renders only the rows near the window, because a country can have ten thousand banks. The page scrolls, not
 * the list. All rows have the same height, so the position of a row follows from its index; `explorer.css` places the
 * blocks of rows with the custom properties `--rows` and `--first-row`.
 */
import { formatNumber } from '../../../views/text/text-format.ts'
import { create, elementsOf, oncePerFrame } from '../../shared/dom.ts'

/** Where the rows come from. */
export interface RowSource {
  /** Number of rows, whether they are loaded or not. */
  readonly total: number
  /** A row as HTML, or as the element that the server rendered. Undefined until the row is loaded. */
  rowAt(index: number): string | HTMLElement | undefined
  /** Called when rows up to this one will soon be in sight. Loads missing rows and then calls `refresh` of the list. */
  need?(end: number): unknown
}

export type VirtualList = ReturnType<typeof createVirtualList>

const rowHeightRem = 3.25
const blockSize = 10
/** Rendered rows above and below the window, so that fast scrolling rarely shows an empty list. */
const marginRows = 15
/** Rows are loaded when they are this close to the window: the first page of results is enough for most windows. */
const loadMarginRows = 5

const emptySource: RowSource = { total: 0, rowAt: () => undefined }

/**
 * `stickyHeight` returns the height of the bar that covers the top of the window. `onRender` is called after rows were
 * added.
 */
export function createVirtualList(
  grid: HTMLElement,
  { stickyHeight, onRender }: { stickyHeight: () => number; onRender: () => void },
) {
  let element = grid
  let source = emptySource
  let isPrinting = false
  /** Keyed by the index of the block. */
  const blocks = new Map<number, HTMLElement>()

  const rowHeight = (): number => rowHeightRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const windowHeight = (): number => visualViewport?.height ?? innerHeight
  const topOf = (index: number): number => element.getBoundingClientRect().top + index * rowHeight()

  /** The rows near the window: the first, and the one after the last. */
  function range(margin: number): [number, number] {
    if (isPrinting) return [0, source.total]
    const height = rowHeight()
    const { top } = element.getBoundingClientRect()
    const first = Math.floor(-top / height) - margin
    const last = Math.ceil((innerHeight - top) / height) + margin
    return [clamp(first, 0, source.total), clamp(last, 0, source.total)]
  }

  function update(): void {
    if (element.offsetParent === null) return
    const [from, to] = range(marginRows)
    const [, neededTo] = range(loadMarginRows)
    const [firstBlock, endBlock] = [Math.floor(from / blockSize), Math.ceil(to / blockSize)]
    for (const [index, block] of blocks) {
      if ((index < firstBlock || index >= endBlock) && !mustStay(block)) {
        block.remove()
        blocks.delete(index)
      }
    }
    let isChanged = false
    for (let index = firstBlock; index < endBlock; index++) isChanged = renderBlock(index) || isChanged
    source.need?.(neededTo)
    if (isChanged) onRender()
  }

  /** Renders the rows in sight, after rows were loaded or their number changed. */
  function refresh(): void {
    element.style.setProperty('--rows', String(source.total))
    element.setAttribute('aria-rowcount', String(source.total))
    update()
  }

  /** Renders a block, unless it is rendered with all of its rows. */
  function renderBlock(index: number): boolean {
    const present = blocks.get(index)
    if (present && !present.hasAttribute('aria-busy')) return false
    const first = index * blockSize
    const indexes = Array.from({ length: Math.min(blockSize, source.total - first) }, (_, at) => first + at)
    const rows = indexes.map((at) => source.rowAt(at))
    const isBusy = rows.includes(undefined)
    if (present && isBusy) return false
    const block = present ?? createBlock(first)
    block.replaceChildren(...rows.flatMap((row = '') => (typeof row === 'string' ? elementsOf(row) : row)))
    block.toggleAttribute('aria-busy', false)
    if (isBusy) block.setAttribute('aria-busy', 'true')
    for (const [at, row] of [...block.children].entries()) row.setAttribute('aria-rowindex', String(first + at + 1))
    blocks.set(index, block)
    if (!present) insertInOrder(index, block)
    return true
  }

  /** Inserts the block so that the order of elements is that of the rows, which is the order of the Tab key. */
  function insertInOrder(index: number, block: HTMLElement): void {
    const next = [...blocks.keys()].filter((other) => other > index).sort((one, other) => one - other)[0]
    element.insertBefore(block, next === undefined ? null : (blocks.get(next) as HTMLElement))
  }

  function scrollBy(distance: number): void {
    if (distance !== 0) window.scrollBy({ top: distance, behavior: 'instant' })
    update()
  }

  /** Returns a row, if it is rendered. */
  const rowElement = (index: number): HTMLElement | undefined =>
    blocks.get(Math.floor(index / blockSize))?.children[index % blockSize] as HTMLElement | undefined
  /** Index of the row that contains the element, or -1. */
  const indexOf = (inner: Element): number =>
    Number(inner.closest('[aria-rowindex]')?.getAttribute('aria-rowindex') ?? 0) - 1

  const updateSoon = oncePerFrame(update)
  addEventListener('scroll', updateSoon, { passive: true })
  addEventListener('resize', updateSoon)
  // A printed list has all rows that are loaded. Loading more takes longer than a browser waits before it prints.
  const printNote = document.createElement('p')
  addEventListener('beforeprint', () => {
    isPrinting = true
    update()
    const printed = element.querySelectorAll('[data-bank]').length
    if (printed === 0 || printed === source.total) return
    printNote.textContent = `The first ${formatNumber(printed)} of ${formatNumber(source.total)} banks.`
    element.after(printNote)
  })
  addEventListener('afterprint', () => {
    isPrinting = false
    printNote.remove()
    update()
  })

  return {
    /** The grid that shows the rows. */
    get element() {
      return element
    },
    get total() {
      return source.total
    },
    /** Shows the rows of a source in a grid. Without a source, the grid is empty. */
    show: (next: HTMLElement, rows = emptySource): void => {
      if (element !== next) element.replaceChildren()
      element = next
      source = rows
      const focused = element.contains(document.activeElement) ? indexOf(document.activeElement as Element) : -1
      blocks.clear()
      element.replaceChildren()
      refresh()
      // Keep the focus in the list, although its rows were replaced.
      if (focused !== -1) {
        const row = rowElement(focused) ?? rowElement(0)
        row?.querySelector('a')?.focus({ preventScroll: true })
      }
    },
    refresh,
    rowElement,
    indexOf,
    /** Scrolls as little as possible to bring a row into sight, and renders it. */
    scrollToRow: (index: number): void => {
      const top = topOf(index)
      const above = top - stickyHeight()
      const below = top + rowHeight() - windowHeight()
      scrollBy(above < 0 ? above : Math.max(0, below))
    },
    /** Scrolls so that the row is the first in sight. */
    scrollToTop: (index: number): void => scrollBy(topOf(index) - stickyHeight()),
    /** Number of rows that fit into the window. */
    get rowsInSight() {
      return Math.max(1, Math.floor((windowHeight() - stickyHeight()) / rowHeight()))
    },
  }
}

/**
 * Whether a block stays although it is out of sight. Removing the block with the focus would move the focus to the start of
 * the page, and without the active row the Tab key would pass over the list.
 */
const mustStay = (block: HTMLElement): boolean =>
  block.contains(document.activeElement) || block.querySelector('[data-active]') !== null

function createBlock(firstRow: number): HTMLElement {
  const block = create('div', { role: 'rowgroup', class: 'block' })
  block.style.setProperty('--first-row', String(firstRow))
  return block
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
