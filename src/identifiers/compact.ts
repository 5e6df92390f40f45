/** Drops what people write between the characters of an identifier, and writes letters as capitals. */

/** No identifier is as long: what reaches this length is refused for it, and the rest is not kept. */
export const charactersMax = 64

// Soft hyphens, marks of no width or of direction and the many dashes come along when text is copied from a document.
const between = new Set(
  [...' \t\n\v\f\r-./:\u00a0\u00ad\u061c\u1680\u205f\u2060\u2212\u3000\ufeff'].map((mark) => mark.charCodeAt(0)),
)
const ranges: [number, number][] = [
  [0x2000, 0x2015],
  [0x2028, 0x202f],
  [0x2066, 0x2069],
]
for (const [first, last] of ranges) for (let code = first; code <= last; code++) between.add(code)

export function compact(input: string): string {
  let kept = 0
  while (kept < input.length && staysAsItIs(input.charCodeAt(kept))) kept++
  if (kept === input.length) return kept > charactersMax ? input.slice(0, charactersMax) : input
  let compacted = input.slice(0, Math.min(kept, charactersMax))
  for (let at = kept; at < input.length && compacted.length < charactersMax; at++) {
    const code = input.charCodeAt(at)
    // Only these letters: the capital of some others is another letter, or two.
    if (isSmall(code)) compacted += String.fromCharCode(code - 32)
    else if (!between.has(code)) compacted += input.charAt(at)
  }
  return compacted
}

export function withoutLabel(compacted: string, label: string): string {
  let from = 0
  while (compacted.startsWith(label, from)) from += label.length
  return compacted.slice(from)
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122

// Digits and capitals first, as most are.
const staysAsItIs = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || !(isSmall(code) || between.has(code))
