/** Quotes a value from the caller in an error message. */

const charactersMax = 60

/** Formats the value as JSON, which makes control characters visible, and truncates it. */
export function quote(value: unknown): string {
  const text = toJson(value)
  return text.length <= charactersMax
    ? text
    : `${text.slice(0, charactersMax).toWellFormed()}… (${text.length} characters)`
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // `JSON.stringify` overflows the stack on deeply nested values that `JSON.parse` can read.
    return 'a deeply nested value'
  }
}
