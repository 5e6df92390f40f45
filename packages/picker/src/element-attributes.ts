/** The attributes and events of both elements, for the types of frameworks. */
import type { Bank, CheckedAccount } from '../../client/src/types.ts'
import type { AccountDetails } from './account-form/account-source.ts'
import type { ValueField } from './bank-source.ts'

interface FieldAttributes {
  name?: string
  required?: boolean
  disabled?: boolean
  'base-url'?: string
}

export interface BankPickerAttributes extends FieldAttributes {
  country?: string
  scheme?: string
  types?: string
  'value-field'?: ValueField
  value?: string
  placeholder?: string
  'not-listed'?: boolean
}

export interface BankAccountFormAttributes extends FieldAttributes {
  country?: string
  countries?: string
  method?: string
  /** A property: servers leave it out. */
  value?: Partial<AccountDetails> | null
}

/** The details of the events by name. */
export interface BankPickerEvents {
  'bank-select': Bank
  'bank-not-listed': { text: string }
}

export interface BankAccountFormEvents {
  'account-change': AccountDetails
  'account-checked': CheckedAccount
  'account-check-failed': { message: string }
}

/** Listeners as React 19 names them: `onbank-select`. */
export type EventListeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: CustomEvent<Events[Name]>) => void
}
