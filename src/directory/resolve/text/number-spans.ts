/**
 * Finds what may be the number of a bank or an account in a text, such as a mail. Offsets are in UTF-16 code units. Only numbers with
 * evidence are candidates: the form of an IBAN, a BIC or a reference, a label in front, or words next to the number that may be
 * the name of a bank.
 */
import { countryOfIban } from '../../../identifiers/iban-country.ts'
import { labelBefore, type NumberLabel } from './number-labels.ts'
import { countDigits, splitText, type TextRun } from './text-runs.ts'

export interface NumberSpan {
  start: number
  end: number
  /** What to read: the number with its label. */
  text: string
  evidence: 'iban' | 'bic' | 'code' | 'reference' | 'printed' | 'label' | 'name'
  label?: NumberLabel | undefined
  /** For the evidence `name`: words next to the number, the likeliest name of a bank first. */
  names?: readonly string[]
  /** Whether it is a bank code with an account number. */
  isJoined?: boolean
}

/** Returns the length of an IBAN in the country, for countries that the IBAN registry lacks. */
export type LengthOf = (country: string) => number | undefined

/** Spans of different readings of the same number overlap: the first one that can be read counts. */
export function findSpans(text: string, lengthOf: LengthOf): NumberSpan[] {
  const plain = toPlain(text)
  const formed = findForms(plain, lengthOf)
  const rest = blank(plain, formed)
  const runs = splitText(rest)
  const numbers = runs.flatMap((run, at) =>
    run.kind === 'number' ? spansOf(run, runs[at + 1], runs[at + 2], rest) : [],
  )
  return [...formed, ...numbers]
}

/** Converts digits and letters of other widths and scripts, and spaces. Each UTF-16 code unit stays one. */
const toPlain = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\u00a0\u2000-\u200f\u202a-\u202f\u2060\u3000]/g, ' ')

/** The spans of identifiers that are written in a form of their own. */
function findForms(text: string, lengthOf: LengthOf): NumberSpan[] {
  const spans: NumberSpan[] = []
  const add = (start: number, end: number, evidence: NumberSpan['evidence']): void => {
    if (spans.some((one) => start < one.end && end > one.start)) return
    spans.push({ start, end, evidence, text: text.slice(start, end), label: labelBefore(text, start) })
  }
  for (const [start, end] of findIbans(text, lengthOf)) add(start, end, 'iban')
  // With a label, a character can be missing or doubled.
  for (const { index, 0: country } of text.matchAll(ibanStart)) {
    const length = countryOfIban(country.toUpperCase())?.structure.length
    const isNew = !spans.some(({ start, end }) => index >= start && index < end)
    if (length === undefined || !isNew || labelBefore(text, index)?.kind !== 'iban') continue
    const found = matchAt(ibanForm(length - 1), text, index) ?? matchAt(ibanForm(length + 1), text, index)
    if (found !== undefined) add(index, index + found.length, 'iban')
  }
  for (const { index, 0: found } of text.matchAll(smallBic)) {
    if (labelBefore(text, index)?.kind === 'bic') add(index, index + found.length, 'bic')
  }
  for (const [evidence, form] of forms) {
    for (const { index, 0: found } of text.matchAll(form)) add(index, index + found.length, evidence)
  }
  return spans
}

const before = '(?<![\\p{L}\\p{Nd}])'
const after = '(?![\\p{L}\\p{Nd}])'
const forms: readonly (readonly [evidence: NumberSpan['evidence'], form: RegExp])[] = [
  // ISO 11649; groups of four, or one word.
  ['reference', new RegExp(`${before}RF\\d\\d(?:[A-Z0-9]{1,21}|(?: [A-Z0-9]{4}){0,5} [A-Z0-9]{1,4})${after}`, 'gu')],
  // Belgium: between plus signs or asterisks.
  ['reference', /(?<![+*])([+*])\1\1 ?\d{3} ?\/ ?\d{4} ?\/ ?\d{5} ?\1{3}(?![+*])/g],
  // Switzerland: groups of five digits from the right.
  ['reference', new RegExp(`${before}\\d{2}(?: \\d{5}){5}${after}`, 'gu')],
  // Slovenia and Croatia: the model, then up to 22 digits. An IBAN with a wrong length is none.
  [
    'reference',
    new RegExp(`${before}(?:SI(?!56)|HR)(?!\\d\\d(?: \\d{4}){2})\\d\\d[ -]?\\d{1,13}(?:-\\d{1,12}){0,3}${after}`, 'gu'),
  ],
  // IFSC.
  ['code', new RegExp(`${before}[A-Z]{4}0[A-Z0-9]{6}${after}`, 'gu')],
  // LEI.
  ['code', new RegExp(`${before}(?=[A-Z0-9]{0,17}[A-Z])[A-Z0-9]{18}\\d{2}${after}`, 'gu')],
  ['bic', new RegExp(`${before}[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?${after}`, 'gu')],
]

/** A BIC in small letters, which needs a label. */
const smallBic = new RegExp(`${before}[a-z]{6}[a-z0-9]{2}(?:[a-z0-9]{3})?${after}`, 'gu')

/**
 * Returns where the IBANs in a text are, with their separators. Each has as many characters as an IBAN of its country, whether
 * or not its check digits are right.
 */
export function findIbans(text: string, lengthOf: LengthOf = () => undefined): [start: number, end: number][] {
  const found: [start: number, end: number][] = []
  for (const { index } of text.matchAll(ibanStart)) {
    if (index < (found.at(-1)?.[1] ?? 0)) continue
    const country = text.slice(index, index + 2).toUpperCase()
    const length = countryOfIban(country)?.structure.length ?? lengthOf(country)
    if (length === undefined) continue
    const iban = matchAt(ibanForm(length), text, index)
    if (iban !== undefined) found.push([index, index + iban.length])
  }
  return found
}

const ibanStart = /(?<![\p{L}\p{Nd}])[A-Z]{2}\d{2}(?=[ .-]?[A-Z0-9])/giu

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at
  return form.exec(text)?.[0]
}

const ibanForms = new Map<number, RegExp>()

function ibanForm(length: number): RegExp {
  const form =
    ibanForms.get(length) ?? new RegExp(`(?:[A-Z0-9][ .-]?){${length - 1}}[A-Z0-9](?![\\p{L}\\p{Nd}])`, 'iuy')
  ibanForms.set(length, form)
  return form
}

/** Ends the line at these spans: a label before them does not belong to a number after them. */
function blank(text: string, spans: readonly NumberSpan[]): string {
  let rest = text
  for (const { start, end } of spans) rest = `${rest.slice(0, start)}${'\n'.repeat(end - start)}${rest.slice(end)}`
  return rest
}

/** Sort code and account number, as printed on British cards and cheques. */
const printedAccount = /^\d\d[- ]\d\d[- ]\d\d[ ,/]+\d{8}$/

/** `words` and `next`: the runs after the number. */
function spansOf(run: TextRun, words: TextRun | undefined, next: TextRun | undefined, text: string): NumberSpan[] {
  const { start } = run
  const digits = countDigits(run.text)
  const spans: NumberSpan[] = []
  const label = labelBefore(text, start)
  if (label && next?.kind === 'number' && words && joins(label, words, next, text)) {
    spans.push({
      start,
      end: next.end,
      text: `${label.text} ${text.slice(start, next.end)}`,
      evidence: 'label',
      label,
      isJoined: true,
    })
  }
  const named = { ...run, ...firstNumber(run, digits) }
  if (!label?.isCode && countDigits(named.text) >= nameDigitsMin && countDigits(named.text) <= nameDigitsMax) {
    const names = namesAround(text, named)
    if (names.length > 0) spans.push({ ...named, evidence: 'name', label, names })
  }
  if (label && digits >= label.digitsMin) {
    // A RIB has letters inside.
    const end = withLetters(text, run.end)
    if (end > run.end)
      spans.push({ start, end, text: `${label.text} ${text.slice(start, end)}`, evidence: 'label', label })
    spans.push({ start, end: run.end, text: `${label.text} ${run.text}`, evidence: 'label', label })
  }
  if (printedAccount.test(run.text)) spans.push({ start, end: run.end, text: run.text, evidence: 'printed' })
  return spans
}

/** Several numbers in a row, as in "0123456788 / 08012345678": the name of the bank belongs to the first one. */
function firstNumber({ text, start }: TextRun, digits: number): Pick<TextRun, 'text' | 'end'> | undefined {
  const [first] = (digits > nameDigitsMax && /^\d{8,16}(?=\D)/.exec(text)) || []
  return first === undefined ? undefined : { text: first, end: start + first.length }
}

/** Whether a bank code and the number after it belong together: "20-00-00, account 55779911", or the other way round. */
function joins(label: NumberLabel, { text: words }: TextRun, next: TextRun, text: string): boolean {
  const other = labelBefore(text, next.start)
  return (
    other !== undefined && label.joins.includes(other.kind) && words.length <= joinedWordsMax && !words.includes('\n')
  )
}

const joinedWordsMax = 24

/** Returns the end of the number with the letters inside it, as in 0500013M026 06. */
function withLetters(text: string, end: number): number {
  const [more = ''] = /^[A-Z0-9]+(?:[ .-][A-Z0-9]*\d[A-Z0-9]*)*/iu.exec(text.slice(end, end + 40)) ?? []
  return end + more.length
}

/** The account numbers that a name of a bank makes recognisable. */
const nameDigitsMin = 8
const nameDigitsMax = 16
const nameWordsMax = 4

/** Words directly before or after the number, on the same line and in the same sentence. */
function namesAround(text: string, { start, end }: TextRun): string[] {
  const [left = ''] = /[^\n.;!?|]*$/u.exec(text.slice(Math.max(0, start - 80), start)) ?? []
  const [right = ''] = /^[ \t]*[(,:–-]?[^\n.;!?|(),]*/u.exec(text.slice(end, end + 60)) ?? []
  const wordsBefore = wordsOf(left.replaceAll(fillers, ' ')).slice(-nameWordsMax)
  const wordsAfter = wordsOf(right).slice(0, nameWordsMax)
  return [
    ...wordsBefore.map((_, at) => wordsBefore.slice(at).join(' ')),
    ...wordsAfter.map((_, at) => wordsAfter.slice(0, wordsAfter.length - at).join(' ')),
  ].filter((name) => /\p{L}{2}/u.test(name))
}

/** What people write between the name and the number. */
const fillers =
  /(?<![\p{L}\p{Nd}])(?:(?:account|acct|acc|a\/c|nuban)(?:[ .]*(?:number|no|nr|num))?|number|no|nr|is)(?![\p{L}\p{Nd}])[.:#]*/giu

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{Nd}&'’.-]*\p{L}[\p{L}\p{M}\p{Nd}&'’.-]*/gu) ?? []
