/**
 * Keyboard shortcuts of the explorer: "/" focuses the input, arrow keys move through a list, and Escape goes back one
 * step.
 */
import { queryAll } from './dom.js'

/**
 * @param {object} options
 * @param {() => HTMLInputElement} options.input returns the input that is visible now
 * @param {() => void} options.goBack
 */
export function initKeyboard({ input, goBack }) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const focused = document.activeElement
    const isTyping = focused instanceof HTMLInputElement
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      input().focus()
      input().select()
    } else if (event.key === 'Escape' && !(isTyping && focused.value !== '')) goBack()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (moveFocus(focused, event.key === 'ArrowDown' ? 1 : -1, input())) event.preventDefault()
    }
  })
}

/**
 * @param {Element | null} focused
 * @param {1 | -1} direction
 * @param {HTMLInputElement} input
 */
function moveFocus(focused, direction, input) {
  const entries = queryAll('.list .entry').filter((entry) => entry.offsetParent !== null)
  const index = entries.indexOf(/** @type {HTMLElement} */ (focused))
  if (index === -1 && !(focused instanceof HTMLInputElement && direction === 1)) return false
  const next = index + direction < 0 ? input : entries[index + direction]
  next?.focus()
  return true
}
