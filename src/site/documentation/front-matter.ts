/** Reads front matter: the `key: value` lines between two `---` lines at the top of a Markdown file. */

/** Returns no fields if the file has no front matter. Values are plain text. In `text`, all lines end with `\n`. */
export function readFrontMatter(file: string): { fields: Record<string, string>; text: string } {
  // Remove a byte order mark, which some editors write: it would hide the front matter.
  const lines = file.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (!isFence(lines[0])) return { fields: {}, text: lines.join('\n') }
  const end = lines.findIndex((line, at) => at > 0 && isFence(line))
  if (end < 0) throw new Error('The front matter has no end. Close it with a "---" line.')
  const fields = new Map<string, string>()
  for (const [at, line] of lines.slice(1, end).entries()) {
    const { key, value } = readField(line, at + 2)
    if (fields.has(key)) throw new Error(`Line ${at + 2} repeats "${key}". Remove one of the two lines.`)
    fields.set(key, value)
  }
  return { fields: Object.fromEntries(fields), text: lines.slice(end + 1).join('\n') }
}

const isFence = (line: string | undefined): boolean => line?.trimEnd() === '---'

function readField(line: string, number: number): { key: string; value: string } {
  const [, key, rest] = /^([a-z][a-z0-9_]*):(?:\s(.*))?$/.exec(line) ?? []
  if (key === undefined) {
    throw new Error(`Line ${number} is ${JSON.stringify(line)}; expected "key: value" with a lower-case key.`)
  }
  const value = rest?.trim() ?? ''
  if (value === '') throw new Error(`"${key}" on line ${number} has no value. Add one or remove the line.`)
  // Reject quotes: this format is not YAML, so readers would see the quotes.
  if (/^(["']).*\1$/.test(value)) throw new Error(`The value of "${key}" on line ${number} is in quotes. Remove them.`)
  return { key, value }
}
