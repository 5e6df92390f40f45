/**
 * The shape of an identifier: how many characters it has, and which may stand at each place. Written as the IBAN
 * registry does: `4!a6!n8!n` is four letters, six digits and eight digits; `c` is a letter or a digit.
 */
import { charactersMax } from './compact.ts'
import type { Fault, Span } from './verdict.ts'

export const digit = 1
export const letter = 2
export const either = digit | letter

export interface Shape {
  length: number
  /** What may stand at each place: `digit`, `letter` or `either`. */
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

export function shapeOf(structure: string): Shape {
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

/** `name` says what the shape is of, with its article: "a routing number". */
export function shapeFault(text: string, shape: Shape, name: string): Fault | null {
  if (text.length !== shape.length) {
    const unit = shape.fields.every(({ kind }) => kind === digit) ? 'digits' : 'characters'
    return lengthFault(text, `${shape.length} ${unit}`, name)
  }
  for (const { from, to, kind } of shape.fields) {
    const at = misfit(text, from, to, kind)
    if (!at) continue
    const rule = to - from === 1 ? `is ${one[kind]}` : `are ${many[kind]}`
    const found = `${here(at, from, to)} ${JSON.stringify(text.slice(...at))}`
    return { reason: 'format', message: `${capital(places(from, to))} of ${name} ${rule}; ${found}.`, at }
  }
  return null
}

export function lengthFault(text: string, expected: string, name: string): Fault {
  const count = text.length < charactersMax ? text.length : 'many more'
  const found = expected.endsWith('digits') && /\D/.test(text) ? `${count} characters, not only digits` : count
  return { reason: 'length', message: `${capital(name)} has ${expected}; this one has ${found}.`, at: null }
}

/** `digit`, `letter`, or 0 for anything else. */
export function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return digit
  return code >= 65 && code <= 90 ? letter : 0
}

function misfit(text: string, from: number, to: number, kind: number): Span | null {
  let first = from
  while (first < to && kindOf(text.charCodeAt(first)) & kind) first++
  if (first === to) return null
  let end = first + 1
  while (end < to && !(kindOf(text.charCodeAt(end)) & kind)) end++
  return [first, end]
}

function here([first, end]: Span, from: number, to: number): string {
  if (first === from && end === to) return 'here is'
  return `${places(first, end)} ${end - first === 1 ? 'is' : 'are'}`
}

function places(from: number, to: number): string {
  if (to - from === 1) return `character ${to}`
  return `characters ${from + 1} ${to - from === 2 ? 'and' : 'to'} ${to}`
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
