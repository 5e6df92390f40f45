/** The parts of the responses of the service that the account form uses, and the checks of their shapes. */
import type {
  Account,
  AccountField,
  AccountRequirements,
  CheckedAccount,
  PaymentMethod,
  SupportedCountries,
} from '../../client/src/types.ts'
import { requireShape, requireTexts, text, textOrNull } from './bank-picker.ts'

/** An account as `POST /v1/accounts/check` accepts it. */
export interface AccountDetails extends Account {
  fields: { [key: string]: string }
}

export function readCountries(body: unknown): string[] {
  const { countries } = requireShape<SupportedCountries>(body, { countries: 'list' })
  return countries.map((country) => requireShape<typeof country>(country, { code: text }).code)
}

export function readMethods(body: unknown): PaymentMethod[] {
  const { methods } = requireShape<AccountRequirements>(body, { methods: 'list' })
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
