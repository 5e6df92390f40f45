/** Requests what the account form needs from the service, and checks the shapes of the responses. */
import type {
  Account,
  AccountField,
  AccountRequirements,
  CheckedAccount,
  PaymentMethod,
  SupportedCountries,
} from '../../../client/src/types.ts'
import { getJson, repeat, requireShape, requireTexts, serviceUrlFor, text, textOrNull } from '../bank-picker.ts'

/** An account as `POST /v1/accounts/check` accepts it. */
export interface AccountDetails extends Account {
  fields: { [key: string]: string }
}

/**
 * `read` returns what the form needs of the response, or throws. `failed` returns whether to try again. With `body`,
 * the request is a POST.
 */
export function request<Result>(
  form: Element,
  path: string,
  read: (body: unknown) => Result,
  signal: AbortSignal,
  failed: Parameters<typeof repeat>[2],
  body?: AccountDetails,
): Promise<Result | undefined> {
  const service = { baseUrl: serviceUrlFor(form) }
  return repeat(async () => read(await getJson(path, service, signal, body)), signal, failed)
}

/** Sends an event. Returns false if the page cancels it. */
export const send = (form: Element, name: string, detail: unknown): boolean =>
  form.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable: true, detail }))

/** For the developer of the page, who needs the sentence of the service. */
export function report({ message }: Error): void {
  // biome-ignore lint/suspicious/noConsole: a component has no other way to reach the developer.
  console.error(`<bank-account-form>: ${message}`)
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
