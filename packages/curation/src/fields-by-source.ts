/**
 * Works out which sources provide a field of a bank. A bank record names the source of each code, but for its other
 * fields it only lists all sources together. So this table maps each field to a few words, and a source provides the
 * field if its own `fields` contain one of these words. If in doubt, a source counts as not providing the field.
 */
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import type { Source } from '../../../src/directory/records/source.ts'

/**
 * The fields of a bank that come from its sources. Not included are `id`, `type`, `status`, `confidence` and `reach`,
 * which are our own judgement; `country`, which follows from the list that the bank is on; `codes`, which name their
 * own source; and `notes`, which may quote any list. When the licence filter removes a source, it also removes the
 * notes of its banks, except the one about a shared BIC.
 */
export const fieldWords = {
  name: ['name', 'legal name', 'institution'],
  // Lists that provide full names also provide short names. A brand is an alias, never a name.
  short_name: ['name', 'legal name', 'institution'],
  legal_name: ['name', 'legal name', 'institution'],
  aliases: ['name', 'legal name', 'institution', 'brand'],
  city: ['city'],
  region: ['state'],
  address: ['postal address'],
  bic: ['bic'],
  other_bics: ['bic'],
  lei: ['lei'],
  website: ['website'],
  ussd: ['ussd'],
  // Lists of routing numbers are evidence of mergers: the current holder of a US bank's routing number is its
  // successor.
  status_since: ['merger', 'status', 'routing number'],
  successor: ['merger', 'status', 'routing number'],
} as const satisfies Partial<Record<keyof BankRecord, readonly string[]>>

export type SourcedField = keyof typeof fieldWords

export const sourcedFields = Object.keys(fieldWords) as SourcedField[]

export const givesField = ({ fields }: Pick<Source, 'fields'>, field: SourcedField): boolean =>
  fieldWords[field].some((word) => fields.includes(word))
