/**
 * Readers for national numbers with a typo: a wrong length or a wrong character. The label, the country or the bank code at
 * the start says which form is meant.
 */
import * as accountForm from '../../../identifiers/account-form.ts'
import { lengthFault } from '../../../identifiers/structure.ts'
import { invalid } from '../../../identifiers/verdict.ts'
import type { IndexedForm } from '../account-form-index.ts'
import { holdersAtStart } from '../holders/form-holders.ts'
import { createReading, noHolders, type Reading } from '../reading.ts'
import { allowsCountry, digitShare, isCountryGiven, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { readAsForm } from './account-form-readers.ts'

/** Reads a number after a label that names its form, such as "CLABE", even if its length or a character is wrong. */
export function readNamedForm(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted, labelWord } = request
  if (labelWord === undefined || !hasEnoughDigits(compacted)) return []
  const forms = context.accountForms.named(labelWord).filter((form) => allowsCountry(request, form.country))
  const likely = forms.length === 1 ? forms : forms.filter((form) => startsWithBank(compacted, form, context))
  const [form] = likely
  return form && likely.length === 1 ? [readDamaged(compacted, form, context)] : explainLength(compacted, forms)
}

/** Looks up the bank of a damaged number only if its bank code has letters: digits at the start may have shifted. */
const readDamaged = (text: string, form: IndexedForm, context: ResolveContext): Reading =>
  readAsForm(text, form, context, form.hasLetters ? { found: holdersAtStart(text, form, context.holders) } : {})

/** Text that is mostly letters is probably a name. */
const hasEnoughDigits = (text: string): boolean => digitShare(text) >= 1 / 3

/** Explains the length of a number if it is wrong in all these forms, which have the same label in several countries. */
function explainLength(text: string, forms: readonly IndexedForm[]): Reading[] {
  const [form] = forms
  const ranges = forms.map(accountForm.lengthsOf)
  if (!form || ranges.some(({ min, max }) => text.length >= min && text.length <= max)) return []
  const lengths = new Set(ranges.flatMap(({ min, max }) => [min, max]))
  const expected = [...lengths].sort((a, b) => a - b).join(' or ')
  const fault = lengthFault(text, `${expected} characters`, `a number of type "${form.label}"`)
  const check = invalid(text, fault, ['length'], { accountChecked: false })
  return [createReading('account_number', check, { parts: null, found: noHolders })]
}

/** The largest difference between the length of a number with a typo and the lengths of its form. */
const lengthDifferenceMax = 2

/**
 * Reads a number with letters in its bank code. A letter and a digit that look alike can be confused, as in SBINO000001. Any
 * other typo is explained if the number starts with the code of a bank, and if the country in the request or in the bank
 * code is that of the form: BJ061 can only be the start of a RIB.
 */
export function readDamagedForm(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  const misread = context.accountForms
    .ofLength(compacted.length)
    .filter((form) => form.recognised_by === 'number' && allowsCountry(request, form.country))
    .map((form) => readAsForm(compacted, form, context))
    .filter(({ check }) => !check.passed && check.suggestion !== null)
  if (misread.length > 0 || !hasEnoughDigits(compacted)) return misread
  const damaged = context.accountForms.withLetters.filter(
    (form) =>
      allowsCountry(request, form.country) &&
      (isCountryGiven(request, form.country) || form.parts.bank_code?.startsWith(form.country)) &&
      hasSimilarLength(compacted, form) &&
      startsWithBank(compacted, form, context),
  )
  return damaged.map((form) => readDamaged(compacted, form, context))
}

function hasSimilarLength({ length }: string, form: IndexedForm): boolean {
  const { min, max } = accountForm.lengthsOf(form)
  return length >= min - lengthDifferenceMax && length <= max + lengthDifferenceMax
}

const startsWithBank = (text: string, form: IndexedForm, { holders }: ResolveContext): boolean =>
  holdersAtStart(text, form, holders).holders.length > 0
