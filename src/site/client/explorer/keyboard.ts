/**
 * Keyboard shortcuts: "/" focuses the field, arrow keys and Page Up, Page Down, Home and End move the active row, Enter
 * opens it, "c" copies its code (in the field only after the active row was moved), Escape clears the field and then closes
 * the card. Any other letter typed outside a text field goes to the search field.
 */
import { copy } from '../shared/copy.ts'
import { announce, isTextField } from '../shared/dom.ts'
import type { ActiveRow } from './list/active-row.ts'

export interface KeyboardActions {
  field: HTMLInputElement
  /** The element that contains the rows and the answer. */
  list: HTMLElement
  active: ActiveRow
  /** Number of rows that Page Down moves by. */
  pageRows(): number
  openActive(): void
  clear(): void
  /** Closes the country chooser or, if that is closed, the card. Returns false if both are closed. */
  close(): boolean
}

export function initKeyboard(actions: KeyboardActions): void {
  const { field, list, active } = actions

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.isComposing || event.defaultPrevented) return
    const focused = document.activeElement ?? document.body
    if (event.key === 'Escape') return goBack(event, focused)
    const isInField = focused === field
    const isInList = list.contains(focused) && !isTextField(focused)
    if ((isInField || isInList) && moves(event, isInField)) return event.preventDefault()
    if (event.ctrlKey || event.metaKey) return
    if (isInField) {
      // After the arrow keys, the user is in the list, although the focus stays in the field.
      if (event.key === 'c' && active.isMoved) {
        event.preventDefault()
        copyCode(focused)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        actions.openActive()
      }
    } else if (!isTextField(focused)) typed(event, focused, isInList)
  })

  function goBack(event: KeyboardEvent, focused: Element): void {
    const isTyping = focused === field && field.value !== ''
    if (isTyping) actions.clear()
    else if (!actions.close()) {
      if (focused !== field) field.focus()
      else if (!isTyping) field.blur()
    }
    event.preventDefault()
  }

  /** Returns whether the key moved the active row. */
  function moves(event: KeyboardEvent, isInField: boolean): boolean {
    const { key, shiftKey, ctrlKey, metaKey } = event
    if (shiftKey || metaKey || active.count === 0) return false
    const focus = !isInField
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: actions.pageRows(),
      PageUp: -actions.pageRows(),
    }
    const step = steps[key]
    if (step !== undefined && !ctrlKey) active.moveBy(step, focus)
    // In the field, Home and End move the caret until the user has moved into the list.
    else if (key === 'Home' && (focus || active.isMoved || ctrlKey)) active.moveTo(0, focus)
    else if (key === 'End' && (focus || active.isMoved || ctrlKey)) active.moveTo(active.count - 1, focus)
    else if ((key === 'ArrowLeft' || key === 'ArrowRight') && focus && !ctrlKey)
      moveInRow(key === 'ArrowRight' ? 1 : -1)
    else return false
    return true
  }

  /** Moves the focus between the link and the button of the active row. */
  function moveInRow(direction: 1 | -1): void {
    const targets = [...(active.element()?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    targets[targets.indexOf(document.activeElement as HTMLElement) + direction]?.focus()
  }

  /** Copies the code of the card or of the active row. */
  function copyCode(focused: Element): void {
    const row = active.element()
    // The bank of an answer is a link next to its codes.
    const place = focused.closest('.card') ?? row?.closest('.answer-line') ?? row
    const button = place?.querySelector<HTMLElement>('.main-code [data-copy], [role=row] [data-copy], [data-copy]')
    if (button?.closest('[data-stale]')) return
    if (button) copy(button, button.dataset.copy)
    else announce('This bank has no single code to copy. Open it to see its codes.')
  }

  function typed(event: KeyboardEvent, focused: Element, isInList: boolean): void {
    const { key } = event
    if (key === '/') {
      event.preventDefault()
      field.focus()
      field.select()
    } else if (key === 'c' && (isInList || focused.closest('.card'))) {
      event.preventDefault()
      copyCode(focused)
    } else if (/^[\p{L}\p{N}]$/u.test(key)) {
      // The browser sends the letter to the element that has the focus after this event.
      field.focus()
      field.setSelectionRange(field.value.length, field.value.length)
    }
  }
}
