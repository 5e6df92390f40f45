/**
 * The structure of an identifier: its length and the characters that are allowed at each position. It is written as in
 * the IBAN registry: `4!a6!n8!c` means four letters, six digits and eight characters that are letters or digits.
 */
import { charactersMax } from './compact.ts'
import type { Fault, Span } from './verdict.ts'

export const digit = 1
export const letter = 2
export const either = digit | letter

export interface Structure {
  length: number
  /** For each position: `digit`, `letter` or `either`. */
  kinds: Uint8Array
  fields: Field[]
}

interface Field {
  from: number
  to: number
  kind: number
}

const kindOfSign: Record<string, number> = { n: digit, a: letter, c: either }
const one = ['', 'a digit', 'a letter', 'a letter or a digit']
const many = ['', 'digits', 'letters', 'letters or digits']

/** Caches the structures: callers build a few dozen of them from the length of a text. */
const structures = new Map<string, Structure>()

export function parseStructure(structure: string): Structure {
  let parsed = structures.get(structure)
  if (!parsed) {
    parsed = parse(structure)
    structures.set(structure, parsed)
  }
  return parsed
}

function parse(structure: string): Structure {
  const fields: Field[] = []
  let length = 0
  for (const [, count, sign] of structure.matchAll(/(\d+)!([nac])/g)) {
    const from = length
    length += Number(count)
    fields.push({ from, to: length, kind: kindOfSign[sign as string] as number })
  }
  const kinds = new Uint8Array(length)
  for (const { from, to, kind } of fields) kinds.fill(kind, from, to)
  return { length, kinds, fields }
}

/** `name`: the name of the identifier in messages, with its article: "a routing number". */
export function structureFault(text: string, structure: Structure, name: string): Fault | null {
  if (text.length !== structure.length) {
    const unit = structure.fields.every(({ kind }) => kind === digit) ? 'digits' : 'characters'
    return lengthFault(text, `${structure.length} ${unit}`, name)
  }
  for (const { from, to, kind } of structure.fields) {
    const at = wrongSpan(text, from, to, kind)
    if (!at) continue
    const rule = `must be ${to - from === 1 ? one[kind] : many[kind]}`
    const found = `${describeWrong(at, from, to)} ${JSON.stringify(text.slice(...at))}`
    return { reason: 'format', message: `${positionsOf([from, to])} of ${name} ${rule}; ${found}.`, at }
  }
  return null
}

export function lengthFault(text: string, expected: string, name: string): Fault {
  const count = text.length < charactersMax ? text.length : 'many more'
  const found = expected.endsWith('digits') && /\D/.test(text) ? `${count} characters, and not all are digits` : count
  return { reason: 'length', message: `${capitalise(name)} has ${expected}; this one has ${found}.`, at: null }
}

/** Returns `digit` for 0 to 9, `letter` for A to Z, and 0 for any other character. */
export function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return digit
  return code >= 65 && code <= 90 ? letter : 0
}

/** Finds the first run of characters between `from` and `to` that are not of the given kind. */
function wrongSpan(text: string, from: number, to: number, kind: number): Span | null {
  let first = from
  while (first < to && kindOf(text.charCodeAt(first)) & kind) first++
  if (first === to) return null
  let end = first + 1
  while (end < to && !(kindOf(text.charCodeAt(end)) & kind)) end++
  return [first, end]
}

function describeWrong([first, end]: Span, from: number, to: number): string {
  if (first === from && end === to) return to - from === 1 ? 'this one is' : 'these are'
  return `${positions(first, end)} ${end - first === 1 ? 'is' : 'are'}`
}

/** Names the characters at the start of a sentence: "Characters 5 and 6". */
export const positionsOf = ([from, to]: Span): string => capitalise(positions(from, to))

function positions(from: number, to: number): string {
  if (to - from === 1) return `character ${to}`
  return `characters ${from + 1} ${to - from === 2 ? 'and' : 'to'} ${to}`
}

const capitalise = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
