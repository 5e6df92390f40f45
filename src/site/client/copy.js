/** Buttons that copy, and say so to eyes and ears. */
import { button, hiddenText, make, part } from './dom.js'

const confirmedMs = 2000

/**
 * @param {string} text
 * @param {string} what for those who cannot see what the button stands beside
 */
export function copyButton(text, what = text) {
  const label = make('span', 'Copy')
  return button('.copy', () => copyFrom(label, text, what), label, hiddenText(` ${what}`))
}

/**
 * A code that is its own button, where there are many.
 * @param {string} text
 */
export function copyChip(text) {
  const label = make('span', text)
  return button('.chip', () => copyFrom(label, text, text), hiddenText('Copy '), label)
}

/**
 * @param {HTMLElement} label
 * @param {string} text
 * @param {string} what
 */
async function copyFrom(label, text, what) {
  const isCopied = await copied(text)
  label.dataset.before ??= label.textContent
  label.textContent = isCopied ? 'Copied' : 'Select it'
  part('announcement').textContent = isCopied ? `${what} is copied` : 'Copying is not possible here; select the text'
  setTimeout(() => {
    label.textContent = label.dataset.before ?? ''
    part('announcement').textContent = ''
  }, confirmedMs)
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Over plain HTTP there is no clipboard to write to, and a self-hosted service often starts there.
    return copiedBySelection(text)
  }
}

/** @param {string} text */
function copiedBySelection(text) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
