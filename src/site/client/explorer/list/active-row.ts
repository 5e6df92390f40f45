/**
 * The active row: the one that Enter opens and that the arrow keys move. It is either in the answer above the list or in
 * the list. While the search field has the focus, `aria-activedescendant` names the active row; otherwise it has the
 * focus itself. Only the active row can be reached with the Tab key.
 */
import { queryAll } from '../../shared/dom.ts'
import type { Region } from '../dom/region.ts'
import type { VirtualList } from './virtual-list.ts'

export type ActiveRow = ReturnType<typeof createActiveRow>

/** What the panels of the list share. */
export interface ListParts {
  region: Region
  rows: VirtualList
  active: ActiveRow
  setStatus(text: string): void
  /** Called before the panel shows something else. */
  onShow(): void
}

export function createActiveRow(field: HTMLInputElement, answer: HTMLElement, list: VirtualList, onChange: () => void) {
  let position = 0
  let isMoved = false
  let marked: HTMLElement | undefined

  const answerRows = (): HTMLElement[] => queryAll('[data-bank]', answer).filter((row) => row.offsetParent !== null)
  const listCount = (): number => (list.element.offsetParent === null ? 0 : list.total)
  const count = (): number => answerRows().length + listCount()

  function element(): HTMLElement | undefined {
    const answers = answerRows()
    return answers[position] ?? list.rowElement(position - answers.length)
  }

  /** Marks the active row, also again after rows were rendered. */
  function mark(): void {
    const row = element()
    if (row !== marked) {
      unmark(marked)
      marked = row
      onChange()
    }
    if (row) {
      row.id ||= `active-${row.dataset.bank}`
      row.dataset.active = 'true'
      // The answer above the list may be a link, which cannot be selected.
      if (row.matches('[role=row]')) row.setAttribute('aria-selected', 'true')
      setTabbable(row, true)
      field.setAttribute('aria-activedescendant', row.id)
    } else field.removeAttribute('aria-activedescendant')
    field.setAttribute('aria-expanded', String(count() > 0))
    for (const other of list.element.querySelectorAll<HTMLElement>('[data-bank]'))
      if (other !== row) setTabbable(other, false)
  }

  /** `focus`: whether the keyboard focus moves too. */
  function moveTo(next: number, focus: boolean): void {
    if (count() === 0) return
    position = Math.min(Math.max(next, 0), count() - 1)
    isMoved = true
    const above = answerRows().length
    if (position < above) answerRows()[position]?.scrollIntoView({ block: 'nearest' })
    else list.scrollToRow(position - above)
    mark()
    if (focus) focusable(element())?.focus({ preventScroll: true })
  }

  return {
    /** Number of rows that can be active. */
    get count() {
      return count()
    },
    /** Whether the user moved the active row since the list was shown. */
    get isMoved() {
      return isMoved
    },
    element,
    /** Makes the first row active again. */
    reset: (): void => {
      position = 0
      isMoved = false
      mark()
    },
    moveBy: (distance: number, focus: boolean): void => moveTo(position + distance, focus),
    moveTo,
    /** Makes the row active that contains an element. */
    activate: (inner: Element): void => {
      const answers = answerRows()
      const inAnswer = answers.findIndex((row) => row.contains(inner))
      const inList = list.element.contains(inner) ? list.indexOf(inner) : -1
      if (inAnswer === -1 && inList === -1) return
      position = inAnswer === -1 ? answers.length + inList : inAnswer
      mark()
    },
    mark,
  }
}

/** The link of a row. A row of the answer may be the link itself. */
export const focusable = (row: HTMLElement | undefined): HTMLElement | null | undefined =>
  row?.matches('a') ? row : row?.querySelector<HTMLElement>('a')

function unmark(row: HTMLElement | undefined): void {
  row?.removeAttribute('aria-selected')
  delete row?.dataset.active
}

function setTabbable(row: HTMLElement, isTabbable: boolean): void {
  for (const target of row.querySelectorAll<HTMLElement>('a, button')) target.tabIndex = isTabbable ? 0 : -1
}
