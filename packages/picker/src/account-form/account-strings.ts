/**
 * The texts of the account form by language. The labels and hints of the fields come from the service, in English, so only
 * English is built in. A page adds its language with both: `BankAccountForm.strings.fr = { ..., labels, hints }`.
 */
import type { Verdict } from '../../../client/src/types.ts'

export interface AccountFormStrings {
  /** Accessible name of the form, unless the page labels it. */
  form: string
  country: string
  method: string
  /** First entry of a menu. */
  choose: string
  optional(label: string): string
  missing(label: string): string
  /** The number of characters is wrong. */
  length(min: number, max: number, length: number): string
  format(example: string): string
  check: string
  checking: string
  use(suggestion: string): string
  verdicts: { [verdict in Verdict]: string }
  bank: string
  loading: string
  retrying: string
  failed: string
  unchecked: string
  /** Added to `unchecked` inside a form. */
  submitAgain: string
  /** Labels and hints by the key of a field, instead of those of the service. */
  labels?: { [key: string]: string }
  hints?: { [key: string]: string }
}

const en: AccountFormStrings = {
  form: 'Account details',
  country: 'Country',
  method: 'Payment method',
  choose: 'Choose',
  optional: (label) => `${label} (optional)`,
  missing: (label) => `${label} is missing.`,
  length: (min, max, length) => `${length} of ${min === max ? min : `${min}–${max}`} characters.`,
  format: (example) => `Check the format. Example: ${example}`,
  check: 'Check account',
  checking: 'Checking …',
  use: (suggestion) => `Use ${suggestion}`,
  verdicts: {
    valid: 'Valid',
    possible: 'Correct format',
    former: 'No longer in use',
    unknown: 'Not in the directory',
    invalid: 'Check the marked fields',
  },
  bank: 'Bank',
  loading: 'Loading …',
  retrying: 'The service cannot be reached. Trying again …',
  failed: 'The form cannot be loaded.',
  unchecked: 'The account could not be checked.',
  submitAgain: 'Submit again to skip the check.',
}

/** If a language lacks a text, the English text is used. */
export const accountStrings: { en: AccountFormStrings; [language: string]: Partial<AccountFormStrings> } = { en }

/** Returns the texts in a language. */
export const accountStringsFor = (language: string): AccountFormStrings => ({
  ...accountStrings.en,
  ...(accountStrings[language] ?? accountStrings[language.split('-')[0] as string]),
})
