/** Checks one field of an account with the readers of resolve, so that both have the same rules and verdicts. */

import { patternOf } from '../../../identifiers/account-form.ts'
import { compact } from '../../../identifiers/compact.ts'
import { countryLabel } from '../../../identifiers/iban-errors.ts'
import { checkPattern } from '../../../identifiers/pattern-check.ts'
import { digitsOf, mayLackZeros } from '../../leading-zeros.ts'
import { memoize } from '../../memoize.ts'
import type { AccountField } from '../../records/account-requirements-record.ts'
import { bankTypes } from '../../records/bank-record.ts'
import type { Scheme } from '../../records/scheme.ts'
import type { IndexedForm } from '../../resolve/account-form-index.ts'
import { completeListed, readAsForm } from '../../resolve/readers/account-form-readers.ts'
import { readAccountWithBank } from '../../resolve/readers/account-numbers.ts'
import {
  explainAsCode,
  readBankCode,
  readCodeInRange,
  readShortenedCode,
  readUnknownCode,
  zerosNote,
} from '../../resolve/readers/bank-code-readers.ts'
import { readAsIban, readBankId, readBic } from '../../resolve/readers/international.ts'
import { readAsRoutingNumber } from '../../resolve/readers/north-america.ts'
import { readSortCode } from '../../resolve/readers/united-kingdom.ts'
import type { Reading } from '../../resolve/reading.ts'
import type { ResolveRequest } from '../../resolve/request.ts'
import {
  type AccountCheckContext,
  type FieldCheck,
  fromCheck,
  fromReading,
  requestFor,
  withFault,
} from './field-check.ts'

export function readField(field: AccountField, input: string, context: AccountCheckContext): FieldCheck {
  if (field.type === 'select') return readChoice(field, input)
  if (field.type === 'tel') return readPhoneNumber(field, input)
  if (field.type === 'bank') return readBank(field, input, context)
  const reading = field.type === 'iban' ? readIban(input, context) : readCode(field, input, context)
  if (!reading) return withZerosNote(checkFormat(field, completeBranch(field, input)), input)
  const check = fromReading(field, reading)
  return check.fault ? check : confirmFormat(withZerosNote(check, input))
}

/** Adds the zeros that people leave out of a branch code: branch 1 is 001. Account numbers stay as they were typed. */
function completeBranch({ key, pattern }: AccountField, input: string): string {
  const digits = compact(input)
  const length = branchKeys.has(key) && mayLackZeros(digits) ? digitsOf(pattern ?? '') : undefined
  return length === undefined ? input : digits.padStart(length, '0')
}

const branchKeys: ReadonlySet<string> = new Set(['branch_code', 'transit_number'])

/** Says in the result of the whole account that zeros were added: its note may be that of another reading. */
function withZerosNote(check: FieldCheck, input: string): FieldCheck {
  const { value } = check
  const typed = compact(input)
  const hasZerosAdded = typed.length < value.length && typed.padStart(value.length, '0') === value
  return hasZerosAdded ? { ...check, note: zerosNote(value) } : check
}

function readChoice(field: AccountField, input: string): FieldCheck {
  const text = input.trim()
  const choice = field.options?.find(({ value }) => value.toLowerCase() === text.toLowerCase())
  if (choice) return { field, value: choice.value, verdict: 'valid', fault: null, reading: null }
  const allowed = (field.options ?? []).map(({ value }) => JSON.stringify(value)).join(', ')
  const fault = { reason: 'format' as const, message: `${field.label} must be one of ${allowed}.`, suggestion: null }
  return { field, value: text, verdict: 'invalid', fault, reading: null }
}

/**
 * Keeps a leading 0 and the country code: whether the 0 belongs to the international number depends on the country. Only
 * the 0 in parentheses, as in +255 (0) 754, is never dialled from abroad.
 */
function readPhoneNumber(field: AccountField, input: string): FieldCheck {
  const international = input.trim().replace(/^00(?=[1-9])/, '+')
  const isInternational = international.startsWith('+')
  const text = isInternational ? international.replace('(0)', '') : international
  const check = checkFormat(field, compact(text.replaceAll(/[()+]/g, '')))
  return check.fault || !isInternational ? check : { ...check, value: `+${check.value}` }
}

/** Without a pattern, anything but an empty value has the right format. */
function checkFormat(field: AccountField, input: string): FieldCheck {
  const { pattern, label } = field
  return fromCheck(field, checkPattern(input, pattern ?? anything, `"${label}"`))
}

const anything = '^[A-Z0-9]{1,34}$'

/** A reading can pass although the value is not for this form, such as an IBAN from another country. */
function confirmFormat(check: FieldCheck): FieldCheck {
  const { field, value, reading } = check
  if (field.pattern === null || expressionOf(field.pattern).test(value)) return check
  const other = reading?.parts.country
  if (field.type === 'iban' && other !== undefined) {
    const message = `This IBAN is from ${countryLabel(other)}, not from the country in the request.`
    return withFault(check, { reason: 'country', message, suggestion: null })
  }
  return checkFormat(field, value)
}

/** Caches the expressions, because compiling one takes longer than the rest of the check. */
const expressionOf = memoize((pattern: string) => new RegExp(pattern))

const readIban = (input: string, context: AccountCheckContext): Reading =>
  readAsIban(compact(input).replace(/^IBAN/, ''), context.accountCountries, context)

/** Reads a code, or a number that contains one. Returns undefined if only its format can be checked. */
function readCode(field: AccountField, input: string, context: AccountCheckContext): Reading | undefined {
  const compacted = compact(input)
  const accountForm = formOf(field, context)
  if (accountForm) return readAsForm(completeListed(compacted, accountForm, context), accountForm, context)
  const scheme = context.schemes.get(field.scheme ?? '')
  if (scheme) return readInScheme(scheme, requestFor(input, compacted, context), context)
  const hasBank = context.method.fields.some(({ type, schemes }) => type === 'bank' || schemes.length > 0)
  if (field.key !== 'account_number' || hasBank) return undefined
  return readAccountWithBank(requestFor(input.trim(), compacted, context), context)[0]
}

/** The account form that a field was made from has the same pattern. */
function formOf(
  field: AccountField,
  { accountForms, accountCountries: [country] }: AccountCheckContext,
): IndexedForm | undefined {
  if (field.min_length === null) return undefined
  if (!formsOfFields.has(field)) {
    const forms = accountForms.ofLength(field.min_length)
    formsOfFields.set(
      field,
      forms.find((one) => one.country === country && patternOf(one) === field.pattern),
    )
  }
  return formsOfFields.get(field)
}

const formsOfFields = new WeakMap<AccountField, IndexedForm | undefined>()

function readInScheme(scheme: Scheme, request: ResolveRequest, context: AccountCheckContext): Reading | undefined {
  const { identifier } = scheme
  if (identifier === 'us_aba' || identifier === 'gb_sort_code') {
    const completed = readShortenedCode(request, context).find(({ kind }) => kind === identifier)
    if (identifier === 'us_aba')
      return context.addListNote(completed ?? readAsRoutingNumber(request.compacted, context), scheme.id)
    if (completed) return completed
    return readSortCode({ ...request, label: 'gb_sort_code' }, context)[0]
  }
  return readCodeOf([scheme.id], request, context)
}

/** Reads a code of one of the schemes. If no bank has it, explains what is wrong with it. */
function readCodeOf(
  schemes: readonly string[],
  request: ResolveRequest,
  context: AccountCheckContext,
): Reading | undefined {
  for (const read of [readBankCode, readCodeInRange, readShortenedCode, readUnknownCode]) {
    const readings = read(request, context).filter(({ scheme }) => scheme !== null && schemes.includes(scheme))
    // The schemes of a field are in order of preference.
    const order = ({ scheme }: Reading): number => schemes.indexOf(scheme as string)
    if (readings.length > 0) return readings.toSorted((a, b) => order(a) - order(b))[0]
  }
  const scheme = context.schemes.get(schemes[0] ?? '')
  return scheme && explainAsCode(request.compacted, scheme, context)
}

/** A bank is given by its id, by a code or by its BIC. */
function readBank(field: AccountField, input: string, context: AccountCheckContext): FieldCheck {
  const text = input.trim()
  const request = requestFor(text, compact(text), context)
  const [byId] = readBankId(request, context)
  if (byId) return confirmBank(fromReading(field, byId), context)
  const byCode = readCodeOf(field.schemes, request, context)
  if (byCode && byCode.holders.length > 0) return confirmBank(withZerosNote(fromReading(field, byCode), text), context)
  const [byBic] = field.bank_types === null ? readBic(request, context) : []
  const reading = byBic ?? byCode
  // The rules of a code do not help a user who typed a name.
  const isName = reading?.check.passed === false && !/\d/.test(text)
  return reading && !isName ? confirmBank(fromReading(field, reading), context) : unknownBank(field, text)
}

function unknownBank(field: AccountField, value: string): FieldCheck {
  const accepted =
    field.bank_types === null ? 'the id of a bank, its code or its BIC' : 'the id of an institution or its code'
  const message = `"${field.label}" takes ${accepted}, as in ${JSON.stringify(field.example)}.`
  return withFault(
    { field, value, verdict: 'invalid', fault: null, reading: null },
    { reason: 'format', message, suggestion: null },
  )
}

/** The bank must be in the country and of a type that the field allows: a wallet is not a bank account. */
function confirmBank(check: FieldCheck, { banks, accountCountries }: AccountCheckContext): FieldCheck {
  const holder = check.reading?.holders[0]
  if (check.fault || !holder) return check
  const { bank_types: types, label } = check.field
  if (!accountCountries.includes(banks.countryOf(holder.bank))) {
    const message = `This bank is in ${countryLabel(banks.countryOf(holder.bank))}, not in the country in the request.`
    return withFault(check, { reason: 'country', message, suggestion: null })
  }
  const type = bankTypes[banks.types[holder.bank] as number] as (typeof bankTypes)[number]
  if (types === null || types.includes(type)) return check
  const message = `"${label}" takes an institution of type ${types.join(' or ')}, and this is of type ${type}.`
  return withFault(check, { reason: 'format', message, suggestion: null })
}
