/** Buttons that copy text to the clipboard and confirm it, both on screen and to screen readers. */
import { button, byId, h, hiddenText } from './dom.js'

const confirmationMs = 2000

/**
 * @param {string} text
 * @param {string} what describes the copied text to screen readers
 */
export function copyButton(text, what = text) {
  const label = h('span', 'Copy')
  return button('.copy', () => copyAndConfirm(label, text, what), label, hiddenText(` ${what}`))
}

/**
 * Returns a button that shows the code itself, for long lists of codes.
 * @param {string} text
 */
export function copyChip(text) {
  const label = h('span', text)
  return button('.chip', () => copyAndConfirm(label, text, text), hiddenText('Copy '), label)
}

/**
 * @param {HTMLElement} label
 * @param {string} text
 * @param {string} what
 */
async function copyAndConfirm(label, text, what) {
  const isCopied = await copyText(text)
  label.dataset.label ??= label.textContent
  label.textContent = isCopied ? 'Copied' : 'Select it'
  byId('announcement').textContent = isCopied
    ? `Copied ${what}`
    : 'Your browser does not allow copying here. Select the text instead.'
  setTimeout(() => {
    label.textContent = label.dataset.label ?? ''
    byId('announcement').textContent = ''
  }, confirmationMs)
}

/** @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Fall back to the selection: browsers offer no clipboard API over plain HTTP, which self-hosted services often use
    // at first.
    return copyBySelection(text)
  }
}

/** @param {string} text */
function copyBySelection(text) {
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
