/**
 * The example response of an operation. Lists in the examples of the OpenAPI document have one element; here they have the
 * count that the service returns, and a mark for the elements that are left out.
 */
import type { Directory } from '../../../directory/lookups.ts'
import type { CodeBlock } from '../examples/code-block.ts'
import type { Media, OpenApi, Parameter } from './openapi.ts'

interface Described {
  operation: { operationId: string }
  parameters: Parameter[]
}

export function exampleResponse(
  { operation: { operationId }, parameters }: Described,
  [type, media]: [type: string, media: Media | undefined],
  { directory, document }: { directory: Directory; document: OpenApi },
): CodeBlock | undefined {
  const example = media?.example
  if (example === undefined) return undefined
  const country = parameters.find(({ name }) => name === 'country')?.example
  const count = listLength(operationId, directory, String(fieldsOf(example).country ?? country))
  if (type !== 'application/json') {
    const more = count === undefined ? '' : `… ${(count - 1).toLocaleString('en')} more lines`
    return { language: 'text', code: `${String(example).trimEnd()}\n${more}`.trimEnd(), status: 200 }
  }
  const [list] = Object.entries(fieldsOf(example)).find(([, value]) => Array.isArray(value)) ?? []
  const omitted = {
    ...(operationId === 'getOpenApi' && { paths: Object.keys(document.paths).length }),
    ...(list !== undefined && count !== undefined && count > 1 && { [list]: count - 1 }),
  }
  const whole = count === undefined ? example : { ...fieldsOf(example), count }
  return { language: 'json', code: JSON.stringify(whole), status: 200, omitted }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns the length of the list in the response of the service, if it is not that of the example. */
function listLength(operationId: string, directory: Directory, countryCode: string): number | undefined {
  const country = directory.findCountry(countryCode)
  if (operationId.startsWith('listSupportedCountries')) return directory.countries.length
  if (/^(?:listBanks|exportBanks$)/.test(operationId)) return country?.bank_count
  if (operationId.startsWith('getAccountRequirements')) return country && directory.listPaymentMethods(country).length
  return undefined
}
