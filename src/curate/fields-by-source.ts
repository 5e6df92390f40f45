/**
 * Maps fields of a bank to the words under `fields` of a source. A bank lists its sources for the whole record, and only
 * codes name their own, so this table links fields to sources. If in doubt, a source does not give a field.
 */
import type { BankRecord } from '../directory/records/bank.ts'
import type { Source } from '../directory/records/source.ts'

/**
 * Fields of a record that depend on a source. Not included are `id`, `type`, `status`, `confidence` and `reach`, which are
 * our own judgement; `country`, which follows from the list; `codes`, which name their source; and `notes`, which may quote
 * any list, so a bank that loses a source to the licence filter loses its notes.
 */
export const fieldWords = {
  name: ['name', 'legal name', 'institution'],
  // The same lists give short and full names; brands are only aliases.
  short_name: ['name', 'legal name', 'institution'],
  legal_name: ['name', 'legal name', 'institution'],
  aliases: ['name', 'legal name', 'institution', 'brand'],
  city: ['city'],
  region: ['state'],
  bic: ['bic'],
  other_bics: ['bic'],
  lei: ['lei'],
  website: ['website'],
  ussd: ['ussd'],
  // The successor of a US bank is the current holder of its routing number, so it comes from lists of routing numbers.
  status_since: ['merger', 'status', 'routing number'],
  successor: ['merger', 'status', 'routing number'],
} as const satisfies Partial<Record<keyof BankRecord, readonly string[]>>

export type SourcedField = keyof typeof fieldWords

export const sourcedFields = Object.keys(fieldWords) as SourcedField[]

export const givesField = ({ fields }: Pick<Source, 'fields'>, field: SourcedField): boolean =>
  fieldWords[field].some((word) => fields.includes(word))
