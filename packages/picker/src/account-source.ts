/** The parts of the responses of the service that the account form uses, and the checks of their shapes. */
import { requireShape, requireTexts, textOrNull } from './bank-picker.ts'

export interface AccountField {
  key: string
  label: string
  hint: string
  type: 'bank' | 'text' | 'iban' | 'select' | 'tel'
  required: boolean
  options: { value: string; label: string }[] | null
  bank_types: string[] | null
  scheme: string | null
  pattern: string | null
  min_length: number | null
  max_length: number | null
  example: string
  input_mode: string
  group: { sizes: number[]; separator: string } | null
}

export interface PaymentMethod {
  id: string
  label: string
  kind: string
  note: string | null
  fields: AccountField[]
}

export type AccountVerdict = 'valid' | 'possible' | 'former' | 'unknown' | 'invalid'

export interface CheckedField {
  value: string
  verdict: AccountVerdict
  reason: string | null
  message: string | null
  suggestion: string | null
}

/** The response of `POST /v1/accounts/check`. */
export interface CheckedAccount {
  country: string
  method: string
  verdict: AccountVerdict
  fields: { [key: string]: CheckedField }
  account_checked: boolean | null
  note: string | null
  bank: { id: string; name: string; relation: string; [property: string]: unknown } | null
  bank_count: number
  bic: string | null
  iban: string | null
  iban_note: string | null
  iso20022: { [element: string]: unknown } | null
}

/** An account as `POST /v1/accounts/check` accepts it. */
export interface AccountDetails {
  country: string
  method: string
  fields: { [key: string]: string }
}

const text = 'string'

export function readCountries(body: unknown): string[] {
  const { countries } = requireShape<{ countries: { code: string }[] }>(body, { countries: 'list' })
  return countries.map((country) => requireShape<{ code: string }>(country, { code: text }).code)
}

export function readMethods(body: unknown): PaymentMethod[] {
  const { methods } = requireShape<{ methods: PaymentMethod[] }>(body, { methods: 'list' })
  for (const method of methods) {
    requireShape(method, { id: text, label: text, note: textOrNull, fields: 'list' })
    method.fields.forEach(requireField)
  }
  return methods
}

function requireField(field: AccountField): void {
  requireShape(field, {
    key: text,
    label: text,
    hint: text,
    type: text,
    options: 'list null',
    bank_types: 'list null',
    pattern: textOrNull,
    example: text,
    input_mode: text,
    group: 'object null',
  })
  requireTexts(field.bank_types ?? [])
  for (const option of field.options ?? []) requireShape(option, { value: text, label: text })
  if (field.group) requireShape(field.group, { sizes: 'list', separator: text })
}

export function readChecked(body: unknown): CheckedAccount {
  const checked = requireShape<CheckedAccount>(body, {
    verdict: text,
    fields: 'object',
    bank: 'object null',
    bic: textOrNull,
    iban: textOrNull,
    iban_note: textOrNull,
    note: textOrNull,
  })
  for (const field of Object.values(checked.fields))
    requireShape(field, { verdict: text, message: textOrNull, suggestion: textOrNull })
  if (checked.bank) requireShape(checked.bank, { name: text })
  return checked
}
