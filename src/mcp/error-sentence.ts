/** The sentence of an error that the model can fix. */
import { LookupError, type LookupErrorCode } from '../directory/requests/lookup-error.ts'
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

/** Returns undefined for any other error, which is a bug of ours. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message
  if (!(error instanceof LookupError)) return undefined
  // The argument of the tool is a list.
  const sentence = error.message.replace(/^"identifier"/, 'Each identifier')
  const next = nextSteps[error.code]
  return next ? `${sentence} ${next}` : sentence
}
