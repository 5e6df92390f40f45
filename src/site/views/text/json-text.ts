/** Writes JSON for people: short objects and lists in one line, and only the first elements of long lists. */

const elementsMax = 3
/** The most elements shown of a list of strings, numbers or other plain values. */
const plainElementsMax = 12
/** As many characters as fit next to the text of a documentation page. */
const lineMax = 64

/** Placeholder for the elements that are left out of a list. */
class Omitted {
  readonly count: number
  constructor(count: number) {
    this.count = count
  }
}

/** Returns JSON with short lines. */
export const jsonText = (value: unknown): string => write(value, '', 0)

/** Returns JSON, except that `… 894 more` replaces the elements that are left out. */
export const shortJsonText = (value: unknown): string => jsonText(shorten(value))

function shorten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field)]))
  const isPlain = value.every((element) => typeof element !== 'object' || element === null)
  const max = isPlain ? plainElementsMax : elementsMax
  const shown = value.slice(0, max).map(shorten)
  return value.length > max ? [...shown, new Omitted(value.length - max)] : shown
}

/** `used` is the number of characters before the value in its line, without the indent. */
function write(value: unknown, indent: string, used: number): string {
  const line = writeLine(value)
  if (line.startsWith('{}') || !/^[[{]/.test(line) || indent.length + used + line.length <= lineMax) return line
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((element) => `${inner}${write(element, inner, 0)}`)
    : Object.entries(value as object).map(([name, field]) => {
        const label = `${JSON.stringify(name)}: `
        return `${inner}${label}${write(field, inner, label.length)}`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${joined(parts, ',\n', '\n')}\n${indent}${close}`
}

/** Returns the value in one line. */
function writeLine(value: unknown): string {
  if (value instanceof Omitted) return `… ${value.count.toLocaleString('en')} more`
  if (Array.isArray(value)) return `[${joined(value.map(writeLine), ', ', ' ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${writeLine(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** There is no comma before the number of omitted elements, which is the last part. */
const joined = (parts: string[], comma: string, gap: string): string =>
  parts.reduce(
    (text, part, at) => `${text}${at === 0 ? '' : part.trimStart().startsWith('…') ? gap : comma}${part}`,
    '',
  )
