/** The explorer by keyboard: "/" to the field, arrows through the lines of a list, Escape one step back. */
import { allOf } from './dom.js'

/**
 * @param {object} setting
 * @param {() => HTMLInputElement} setting.field the one in use
 * @param {() => void} setting.stepBack
 */
export function moveByKeys({ field, stepBack }) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const focused = document.activeElement
    const isTyping = focused instanceof HTMLInputElement
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      field().focus()
      field().select()
    } else if (event.key === 'Escape' && !(isTyping && focused.value !== '')) stepBack()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (step(focused, event.key === 'ArrowDown' ? 1 : -1, field())) event.preventDefault()
    }
  })
}

/**
 * @param {Element | null} focused
 * @param {1 | -1} direction
 * @param {HTMLInputElement} field
 */
function step(focused, direction, field) {
  const lines = allOf('.list .entry').filter((line) => line.offsetParent !== null)
  const at = lines.indexOf(/** @type {HTMLElement} */ (focused))
  if (at === -1 && !(focused instanceof HTMLInputElement && direction === 1)) return false
  const next = at + direction < 0 ? field : lines[at + direction]
  next?.focus()
  return true
}
