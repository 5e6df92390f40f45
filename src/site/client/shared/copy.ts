/**
 * Copies text when the user clicks a button with `data-copy`, and says what was copied, in sight and to screen readers. One handler
 * serves the whole page, so buttons in new rows need no listener.
 */
import { announce, clicked } from './dom.ts'

const confirmationMs = 2000

/** Other texts that a button can copy, keyed by the name of its data attribute. */
export type CopySources = Record<string, (button: HTMLElement) => string | Promise<string>>

export function initCopyButtons(sources: CopySources = {}): void {
  const readers: CopySources = { copy: ({ dataset }) => dataset.copy ?? '', ...sources }
  const selector = Object.keys(readers)
    .map((name) => `[data-${toAttribute(name)}]`)
    .join(', ')
  document.addEventListener('click', async (event) => {
    const button = clicked(event, selector)
    if (!button) return
    event.preventDefault()
    const [name = ''] = Object.keys(readers).filter((one) => one in button.dataset)
    await copy(button, await readers[name]?.(button))
  })
}

const toAttribute = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Copies the text, or selects the code in the button if the browser does not allow copying. */
export async function copy(button: HTMLElement, text: string | undefined): Promise<void> {
  if (!text) return
  const { what = text.length > 40 ? '' : text, also } = button.dataset
  if (await writeText(text)) return confirm(button, [`Copied ${what}`.trim(), also].filter(Boolean).join(' · '))
  const code = button.querySelector('code')
  if (code) getSelection()?.selectAllChildren(code)
  announce('Your browser does not allow copying here. Select the text and copy it yourself.')
}

let erasing: ReturnType<typeof setTimeout> | undefined

function confirm(button: HTMLElement, sentence: string): void {
  announce(sentence, true)
  // Erased later, so that screen readers read the same sentence again after the next copy.
  clearTimeout(erasing)
  erasing = setTimeout(() => announce(''), confirmationMs)
  button.dataset.copied = 'true'
  setTimeout(() => delete button.dataset.copied, confirmationMs)
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Fall back to the selection: browsers offer no clipboard API over plain HTTP, which self-hosted services often use
    // at first.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
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
