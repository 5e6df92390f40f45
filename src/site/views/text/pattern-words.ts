/** Describes the regular expression of a code or account number in words: `^\d{10}$` is "10 digits". */

interface Part {
  kind: 'literal' | 'digits' | 'letters' | 'letters or digits' | 'digit or X'
  /** The text of a literal, otherwise empty. */
  text: string
  min: number
  max: number
}

const partPattern = /(\\d|\[[^\]]+\]|[A-Z\d])(?:\{(\d+)(?:,(\d+))?\})?/y

/** Returns undefined for a pattern with anything but literals, digits, letters, their numbers and alternatives. */
export function patternInWords(pattern: string): string | undefined {
  const [, inner = ''] = /^\^(.+)\$$/.exec(pattern) ?? []
  const alternatives = /^\(\?:([^()]+)\)$/.exec(inner)?.[1]?.split('|') ?? [inner]
  const words = alternatives.map((alternative) => {
    const parts = readParts(alternative)
    return parts && parts.length > 0 ? wordsOf(parts) : undefined
  })
  return words.every((text) => text !== undefined) ? words.join(', or ') : undefined
}

function readParts(text: string): Part[] | undefined {
  const parts: Part[] = []
  partPattern.lastIndex = 0
  while (partPattern.lastIndex < text.length) {
    const [, sign, least = '1', most = least] = partPattern.exec(text) ?? []
    const kind = sign && kindOf(sign)
    if (!kind) return undefined
    const part = { kind, text: kind === 'literal' ? sign : '', min: Number(least), max: Number(most) }
    const last = parts.at(-1)
    if (last?.kind === kind) parts.splice(-1, 1, joined(last, part))
    else parts.push(part)
  }
  return parts
}

function kindOf(sign: string): Part['kind'] | undefined {
  if (sign === '\\d') return 'digits'
  if (!sign.startsWith('[')) return 'literal'
  if (sign === '[0-9Xx]') return 'digit or X'
  const ranges = sign.slice(1, -1).replaceAll(/0-9|A-Z|a-z/g, (range) => (range === '0-9' ? '0' : 'A'))
  if (!/^[0A]+$/.test(ranges)) return undefined
  if (ranges.includes('0')) return ranges.includes('A') ? 'letters or digits' : 'digits'
  return 'letters'
}

const joined = (a: Part, b: Part): Part => ({
  kind: a.kind,
  text: a.text + b.text,
  min: a.min + b.min,
  max: a.max + b.max,
})

function wordsOf(parts: Part[]): string {
  const [first, second] = parts as [Part, Part?]
  if (!second) return wordsOfPart(first)
  const start = first.kind === 'literal' ? first.text : undefined
  if (parts.length > 2 || (start === undefined && second.kind !== 'digit or X'))
    return `${lengthOf(parts)} characters${start === undefined ? '' : `, starting with ${start}`}`
  return `${wordsOfPart(first)} and ${wordsOfPart(second)}`
}

function wordsOfPart(part: Part): string {
  if (part.kind === 'literal') return part.text
  return part.kind === 'digit or X' ? 'a digit or X' : `${lengthOf([part])} ${part.kind}`
}

function lengthOf(parts: Part[]): string {
  const [min, max] = [sum(parts.map((part) => part.min)), sum(parts.map((part) => part.max))]
  if (min === max) return `${min}`
  return max === min + 1 ? `${min} or ${max}` : `${min} to ${max}`
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
