/** The sentence of an error that the model can fix. */
import { fillSentence, LookupError, type LookupErrorCode } from '../directory/requests/lookup-error.ts'
import { ToolError } from './tool.ts'

const listCountries = 'list_countries lists all countries.'
const listFields = 'account_requirements lists the fields.'

/** The tool to call next, by the code of the error. */
const nextSteps: Partial<Record<LookupErrorCode, string>> = {
  country_missing: listCountries,
  country_malformed: listCountries,
  country_unsupported: listCountries,
  branches_unknown: 'To check a branch code use resolve_identifier.',
  payment_method_missing: listFields,
  payment_method_unknown: listFields,
  field_missing: listFields,
  field_unknown: listFields,
}

/** Sentences that differ from those of the library. */
const ownSentences: Partial<Record<LookupErrorCode, string>> = {
  identifier_malformed:
    'Each identifier must be a string of 1 to [limit] characters; quote numbers so that leading zeros are not lost.',
}

/** Returns undefined for any other error, which is a bug of ours. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message
  if (!(error instanceof LookupError)) return undefined
  const own = ownSentences[error.code]
  const sentence = own === undefined ? error.message : fillSentence(own, error.details)
  const next = nextSteps[error.code]
  return next ? `${sentence} ${next}` : sentence
}
