/** Front matter: the `key: value` lines between two lines `---` that say what a Markdown file is about. */

/** A file without front matter has no fields. Values are text as it stands; the lines of `text` end with `\n`. */
export function readFrontMatter(file: string): { fields: Record<string, string>; text: string } {
  // Some editors put a byte order mark first; with it, the fields would be shown as text.
  const lines = file.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (!isFence(lines[0])) return { fields: {}, text: lines.join('\n') }
  const end = lines.findIndex((line, at) => at > 0 && isFence(line))
  if (end < 0) throw new Error('The front matter that begins in line 1 does not end; close it with a line "---".')
  const fields = new Map<string, string>()
  for (const [at, line] of lines.slice(1, end).entries()) {
    const { key, value } = readField(line, at + 2)
    if (fields.has(key)) throw new Error(`Line ${at + 2} gives "${key}" a second time; keep one of the two.`)
    fields.set(key, value)
  }
  return { fields: Object.fromEntries(fields), text: lines.slice(end + 1).join('\n') }
}

const isFence = (line: string | undefined): boolean => line?.trimEnd() === '---'

function readField(line: string, number: number): { key: string; value: string } {
  const [, key, rest] = /^([a-z][a-z0-9_]*):(?:\s(.*))?$/.exec(line) ?? []
  if (key === undefined) {
    throw new Error(`Line ${number} is ${JSON.stringify(line)}; write "key: value" with a key in lower case.`)
  }
  const value = rest?.trim() ?? ''
  if (value === '') throw new Error(`Line ${number} gives "${key}" no value; write one or take the line out.`)
  // This looks like YAML but is simpler: quotes that YAML takes away would be shown to readers.
  if (/^(["']).*\1$/.test(value)) throw new Error(`Line ${number} has the value of "${key}" in quotes; leave them out.`)
  return { key, value }
}
