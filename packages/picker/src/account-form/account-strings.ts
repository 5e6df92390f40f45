/**
 * The texts of the account form by language. The labels and hints of the fields come from the service, in English, so only
 * English is built in. A page adds its language with both: `BankAccountForm.strings.fr = { ..., labels, hints }`.
 */
import type { Verdict } from '../../../client/src/types.ts'

/** Labels and hints are by the key of a field, instead of those of the service. */
export type AccountFormStrings = typeof en & { labels?: { [key: string]: string }; hints?: { [key: string]: string } }

const en = {
  /** Accessible name of the form, unless the page labels it. */
  form: 'Account details',
  country: 'Country',
  method: 'Payment method',
  /** First entry of a menu. */
  choose: 'Choose',
  optional: (label: string) => `${label} (optional)`,
  missing: (label: string) => `${label} is missing.`,
  /** The number of characters is wrong. */
  length: (min: number, max: number, length: number) =>
    `${length} of ${min === max ? min : `${min}–${max}`} characters.`,
  format: (example: string) => `Check the format. Example: ${example}`,
  check: 'Check account',
  checking: 'Checking …',
  use: (suggestion: string) => `Use ${suggestion}`,
  verdicts: {
    valid: 'Valid',
    possible: 'Correct format',
    former: 'No longer in use',
    unknown: 'Not in the directory',
    invalid: 'Check the marked fields',
  } satisfies { [verdict in Verdict]: string },
  bank: 'Bank',
  loading: 'Loading …',
  retrying: 'The service cannot be reached. Trying again …',
  failed: 'The form cannot be loaded.',
  unchecked: 'The account could not be checked.',
  /** Added to `unchecked` inside a form. */
  submitAgain: 'Submit again to skip the check.',
}

/** If a language lacks a text, the English text is used. */
export const accountStrings: { en: AccountFormStrings; [language: string]: Partial<AccountFormStrings> } = { en }

/** Returns the texts in a language. */
export const accountStringsFor = (language: string): AccountFormStrings => ({
  ...accountStrings.en,
  ...(accountStrings[language] ?? accountStrings[language.split('-')[0] as string]),
})
