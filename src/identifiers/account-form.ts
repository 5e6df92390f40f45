/**
 * National number that contains the bank code: an account number such as the CLABE in Mexico, or a branch code such as
 * the IFSC in India. Its form comes from the data (`data/account-forms.json`): the parts in order, a pattern for each
 * part, and the rule for the check digits if there is one. The files of the rules name their issuers.
 */
import * as cbu from './cbu.ts'
import { remainder97 } from './check-digits.ts'
import * as clabe from './clabe.ts'
import { compact } from './compact.ts'
import { patternFault, patternTypos } from './pattern-check.ts'
import { parsePattern } from './pattern-grammar.ts'
import { wrongAlgerianRibKey, wrongRibKey } from './rib-key.ts'
import { positionsOf } from './structure.ts'
import { doubledCharacter, suggest, swappedNeighbours } from './suggest.ts'
import * as veAccount from './ve-account.ts'
import { type Check, type Fault, invalid, type Parts, passed, type Span } from './verdict.ts'

export { compact }

export const checkRules = ['cbu', 'clabe', 'dz_rib', 'mod97', 'rib', 've_account'] as const

type CheckRule = (typeof checkRules)[number]

/** Each rule returns the position of check digits that do not match, or null. */
export const wrongCheckDigits: Record<CheckRule, (number: string) => Span | null> = {
  cbu: cbu.wrongCheckDigit,
  clabe: clabe.wrongCheckDigit,
  dz_rib: wrongAlgerianRibKey,
  mod97: wrongMod97,
  rib: wrongRibKey,
  ve_account: veAccount.wrongCheckDigits,
}

/** The last two digits are check digits of the whole number, as in ISO 7064, MOD 97-10. */
function wrongMod97(number: string): Span | null {
  return remainder97(number, 0, number.length) === 1 ? null : [number.length - 2, number.length]
}

/** The names of the parts. `reserved` has the same value in every number, and is not returned. */
export const partNames = [
  'bank_code',
  'branch_code',
  'branch_check_digit',
  'provider',
  'account',
  'suffix',
  'check_digit',
  'check_digits',
  'national_check',
  'reserved',
] as const

export interface AccountForm {
  /** Name of the number. */
  label: string
  /** Pattern of each part by name, in the order in which they are written. */
  parts: Readonly<Record<string, string>>
  check?: CheckRule | undefined
}

/** `isKnown`: if set, a correction is suggested only if this function returns true for it. */
export function check(input: string, form: AccountForm, isKnown?: (number: string) => boolean): Check {
  const number = compact(input)
  const hasRule = form.check !== undefined
  const checks = hasRule ? allChecks : formatChecks
  const fault = faultOf(number, form)
  const hasAccount = form.parts.account !== undefined
  if (!fault) return passed(number, checks, hasAccount ? { accountChecked: hasRule } : {})
  // Without a check digit, every number with two swapped digits would pass as a correction.
  const typos = [...patternTypos(number, patternOf(form)), ...(hasRule ? [swappedNeighbours, doubledCharacter] : [])]
  const isPossible = (text: string): boolean => faultOf(text, form) === null && (isKnown?.(text) ?? true)
  const suggestion = suggest(number, fault, typos, isPossible)
  return invalid(number, fault, checks, { suggestion, accountChecked: hasAccount ? fault.reason === 'checksum' : null })
}

const formatChecks = ['length', 'structure'] as const
const allChecks = [...formatChecks, 'checksum'] as const

function faultOf(number: string, form: AccountForm): Fault | null {
  if (!matches(number, form)) {
    return reservedFault(number, form) ?? patternFault(number, patternOf(form), nameOf(form))
  }
  const at = form.check === undefined ? null : wrongCheckDigits[form.check](number)
  return at && { reason: 'checksum', message: checkDigitMessage(form), at }
}

const nameOf = ({ label }: AccountForm): string => `a number of type "${label}"`

const checkDigitMessage = ({ label }: AccountForm): string =>
  `The check digits of this ${inSentence(label)} do not match: a character is wrong, or two are swapped.`

/** "Account number" without its capital; "NIB" stays. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label

/** Finds wrong characters where the form has the same characters in every number. */
function reservedFault(number: string, form: AccountForm): Fault | null {
  const { reserved, lengths } = compile(form)
  if (!reserved || number.length < lengths.min || number.length > lengths.max) return null
  const { at, text } = reserved
  const found = number.slice(...at)
  if (found === text) return null
  const message = `${positionsOf(at)} of ${nameOf(form)} must be ${text}; here: ${JSON.stringify(found)}.`
  return { reason: 'format', message, at }
}

/** Whether the number has the length and the characters of the form. Its check digits may be wrong. */
export const matches = (number: string, form: AccountForm): boolean => compile(form).expression.test(number)

/** The pattern of the whole number, in the grammar of `pattern-grammar.ts`. */
export const patternOf = ({ parts: patterns }: AccountForm): string =>
  `^${Object.values(patterns)
    .map((pattern) => `(?:${pattern})`)
    .join('')}$`

/** Lengths of the shortest and the longest number. */
export const lengthsOf = (form: AccountForm): { min: number; max: number } => compile(form).lengths

/** The form does not say where separators belong. */
export const format = (canonical: string): string => canonical

/** Returns no parts if the number does not match the form. */
export function parts(canonical: string, form: AccountForm): Parts {
  const { expression, names } = compile(form)
  const groups = expression.exec(canonical)?.groups
  const named: Record<string, string> = {}
  if (groups) for (const name of names) if (name !== 'reserved') named[name] = groups[name] as string
  return named
}

/** Returns the position after each part, or none if the number does not match the form. */
export function partEnds(canonical: string, form: AccountForm): number[] {
  const { expression, names } = compile(form)
  const groups = expression.exec(canonical)?.groups
  if (!groups) return []
  let end = 0
  return names.map((name) => {
    end += (groups[name] as string).length
    return end
  })
}

interface CompiledForm {
  /** Has a group for each part. */
  expression: RegExp
  names: string[]
  lengths: { min: number; max: number }
  /** The reserved characters, if their text and their position are the same in every number. */
  reserved: { at: Span; text: string } | null
}

/** Caches the compiled forms, because compiling one takes longer than a check. */
const compiled = new WeakMap<AccountForm['parts'], CompiledForm>()

function compile(form: AccountForm): CompiledForm {
  const cached = compiled.get(form.parts)
  if (cached) return cached
  const groups = Object.entries(form.parts).map(([name, pattern]) => `(?<${name}>${pattern})`)
  const result: CompiledForm = {
    expression: new RegExp(`^${groups.join('')}$`),
    names: Object.keys(form.parts),
    lengths: parsePattern(patternOf(form)),
    reserved: reservedIn(form),
  }
  compiled.set(form.parts, result)
  return result
}

function reservedIn({ parts: patterns }: AccountForm): CompiledForm['reserved'] {
  let start = 0
  for (const [name, pattern] of Object.entries(patterns)) {
    if (name === 'reserved') {
      return /^[A-Z0-9]+$/.test(pattern) ? { at: [start, start + pattern.length], text: pattern } : null
    }
    const { min, max } = parsePattern(`^(?:${pattern})$`)
    if (min !== max) return null
    start += min
  }
  return null
}
