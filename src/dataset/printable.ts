/** Makes text from outside safe to show: it cannot send commands to a terminal, add lines, or change their order. */

/** Control characters, line separators, and characters that change the text direction. */
const unprintable = '[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'

/**
 * Returns a function that escapes these characters as JSON does, so that escaped JSON still has the same value. `kept`:
 * the source of a regular expression for what is left as it is.
 */
export function createEscape(kept: string): (text: string) => string {
  const pattern = new RegExp(`(${kept})|${unprintable}`, 'gu')
  return (text) =>
    text.replaceAll(pattern, (found, isKept) =>
      isKept ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

/** Escapes line feeds, too. */
export const printable = createEscape('(?!)')
