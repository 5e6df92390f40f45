/** Measures, shortens and wraps text by the columns that it takes in a terminal, where some characters take two. */

/** East Asian wide and fullwidth characters (UAX #11), and emoji. */
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u

/** Combining marks and format characters are drawn over the character before them. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]/u

const onlyAscii = /^[\x20-\x7E]*$/

const characterWidth = (character: string): number => (zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1)

export function textWidth(text: string): number {
  if (onlyAscii.test(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/** Ends a text that is too wide with an ellipsis. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let kept = ''
  let columns = 0
  for (const character of text) {
    columns += characterWidth(character)
    if (columns > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)))

export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - textWidth(text))) + text

/** Breaks a text at spaces. A word that is wider than a line has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
