/** Removes the separators that people write in an identifier, and converts its letters to upper case. */

/** Longer text is truncated. No identifier is this long, so the length check fails anyway. */
export const charactersMax = 64

// Text copied from a document can contain soft hyphens, zero-width characters, direction marks and many kinds of dash.
const separators = new Set(
  [...' \t\n\v\f\r-./:\u00a0\u00ad\u061c\u1680\u205f\u2060\u2212\u3000\ufeff'].map((mark) => mark.charCodeAt(0)),
)
const ranges: [number, number][] = [
  [0x2000, 0x2015],
  [0x2028, 0x202f],
  [0x2066, 0x2069],
]
for (const [first, last] of ranges) for (let code = first; code <= last; code++) separators.add(code)

export function compact(input: string): string {
  let unchanged = 0
  while (unchanged < input.length && isUnchanged(input.charCodeAt(unchanged))) unchanged++
  if (unchanged === input.length) return input.slice(0, charactersMax)
  let compacted = input.slice(0, Math.min(unchanged, charactersMax))
  for (let at = unchanged; at < input.length && compacted.length < charactersMax; at++) {
    const code = input.charCodeAt(at)
    // Convert only a to z: in upper case, some other letters would become a different letter, or two letters.
    if (isLowerCase(code)) compacted += String.fromCharCode(code - 32)
    else if (!separators.has(code)) compacted += input.charAt(at)
  }
  return compacted
}

export function withoutLabel(compacted: string, label: string): string {
  let from = 0
  while (compacted.startsWith(label, from)) from += label.length
  return compacted.slice(from)
}

const isLowerCase = (code: number): boolean => code >= 97 && code <= 122

// Tests for digits and capital letters first, because most characters are one or the other.
const isUnchanged = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || !(isLowerCase(code) || separators.has(code))
