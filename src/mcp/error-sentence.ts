/** The sentence of an error that the model can fix. */
import { LookupError } from '../directory/requests/lookup-error.ts'
import { ToolError } from './tool.ts'

/** Parts of the sentences of the API, and the tools and arguments to name instead. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/GET \/v1\/supported-countries\//, 'list_countries'],
  [/GET \/v1\/account-requirements\?country=\S+/, 'account_requirements'],
  [/The query parameter "q"/, '"query"'],
  [/^"identifier"/, 'Each identifier'],
]

/** Returns undefined for any other error, which is a bug of ours. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message
  if (!(error instanceof LookupError)) return undefined
  return rewordings.reduce((sentence, [part, replacement]) => sentence.replace(part, replacement), error.message)
}
