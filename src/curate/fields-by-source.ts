/**
 * Which words under `fields` of a source say that it gives a field of a bank. A bank names its sources together; only
 * codes name their own. So this table is how a field is tied to a source, and it errs towards leaving a field out.
 */
import type { BankRecord } from '../directory/records/bank.ts'
import type { Source } from '../directory/records/source.ts'

/**
 * Fields of a record that stand or fall with a source. Not here are `id`, `type`, `status`, `confidence` and `reach`,
 * which are our own judgement; `country`, which follows from being on a list of it; `codes`, which name their source;
 * and `notes`, whose sentences may quote any list, so that none is kept where a list is left out.
 */
export const fieldWords = {
  name: ['name', 'legal name', 'institution'],
  // The same lists give names in short and in full; brands are other names.
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
  // A US bank's successor is the present holder of its routing number, so it comes from the lists of these.
  status_since: ['merger', 'status', 'routing number'],
  successor: ['merger', 'status', 'routing number'],
} as const satisfies Partial<Record<keyof BankRecord, readonly string[]>>

export type SourcedField = keyof typeof fieldWords

export const sourcedFields = Object.keys(fieldWords) as SourcedField[]

export const givesField = ({ fields }: Pick<Source, 'fields'>, field: SourcedField): boolean =>
  fieldWords[field].some((word) => fields.includes(word))
