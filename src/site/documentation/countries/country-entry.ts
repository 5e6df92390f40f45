/** The place of a country's page in the documentation: its path, title and summary, without its text. */
import type { SupportedCountry } from '../../../directory/records/country-record.ts'
import { nameInSentence } from '../../views/view-context.ts'

export const countryEntry = ({ code, display_name }: Pick<SupportedCountry, 'code' | 'display_name'>) => ({
  slug: countrySlug(code),
  title: display_name,
  group: 'Data',
  order: 0,
  summary: `How to pay into an account in ${nameInSentence(code, display_name)}: fields, bank codes, payment rails, known gaps and the age of the data.`,
})

export const countrySlug = (code: string): string => `countries/${code.toLowerCase()}`
