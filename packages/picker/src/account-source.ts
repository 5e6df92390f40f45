/** The parts of the responses of the service that the account form uses. */

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
