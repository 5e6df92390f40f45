/** Renders an operation of the API: parameters, body, response and errors on the left, an example on the right. */
import type { Directory } from '../../../directory/lookups.ts'
import { type Html, html, raw } from '../../html.ts'
import { addressOf } from '../addresses.ts'
import type { CodeBlock } from '../examples/code-block.ts'
import { type Example, type ExampleContext, exampleHtml } from '../examples/request-example.ts'
import { htmlTable, withCode } from '../tables.ts'
import { fieldList, schemaHtml, sentence } from './fields.ts'
import { dereference, type FullOperation, type Media, type OpenApi, type Response } from './openapi.ts'
import { exampleRequest, needsKey } from './operation-request.ts'
import { requestCode } from './request-code.ts'

export interface OperationContext extends ExampleContext {
  document: OpenApi
  directory: Directory
}

/** `twin` is the same operation as a POST. */
export function operationHtml(full: FullOperation, twin: FullOperation | undefined, context: OperationContext): Html {
  const { method, path, id, operation } = full
  const { document, base } = context
  const { summary, description, operationId: name } = operation
  return html`<div class="row operation">
<div class="text">
<h3 id="${id}">${summary} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h3>
<p class="endpoint"><span class="method">${method}</span> <code>${path}</code>${operation['x-interface'] === undefined ? extensionChip(base) : undefined}</p>
<p>${description && sentence(description)}${needsKey(operation) ? html` Needs a <a href="${base}${addressOf('keys')}">key</a>.` : undefined} Operation id: <code>${name}</code>.</p>
${parametersHtml(full, document)}${bodyHtml(full, document)}${responseHtml(full, document)}${errorsHtml(full, context)}${twin && twinHtml(twin, context)}
</div>
${exampleHtml(exampleOf(full, context), `${id}-example`, context)}
</div>
`
}

const extensionChip = (base: string): Html =>
  html` <a class="chip" href="${base}${addressOf('versions')}#interface-1-0-and-extensions" title="Not part of interface 1.0, which other services can implement too">Extension</a>`

/** Parameters that many operations share, such as `If-None-Match`, are folded. */
function parametersHtml({ id, operation, parameters }: FullOperation, document: OpenApi): Html | undefined {
  if (parameters.length === 0) return undefined
  const isShared = (_: unknown, at: number): boolean => '$ref' in (operation.parameters[at] ?? {})
  const fields = parameters.map(({ name, schema, required, description, example, in: place }) => ({
    name,
    schema,
    isRequired: required,
    description: place === 'query' ? description : `${place === 'path' ? 'In the path' : 'Header'}. ${description}`,
    example,
    id: `${id}-${name.toLowerCase()}`,
  }))
  const shared = fields.filter(isShared)
  const own = fields.filter((field, at) => !isShared(field, at))
  return html`${own.length > 0 ? html`<h4>Parameters</h4>${fieldList(document, 'request', own)}` : undefined}${
    shared.length > 0
      ? html`<details class="fold"><summary>Request headers (${shared.length})</summary>${fieldList(document, 'request', shared)}</details>`
      : undefined
  }`
}

function bodyHtml({ operation: { requestBody } }: FullOperation, document: OpenApi): Html | undefined {
  const [media] = Object.values(requestBody?.content ?? {})
  return media?.schema && html`<h4>Body</h4>${schemaHtml(document, 'request', media.schema)}`
}

function responseHtml({ success }: FullOperation, document: OpenApi): Html | undefined {
  const [type, media] = mediaOf(success)
  if (!media?.schema) return undefined
  const fields = schemaHtml(document, 'response', media.schema)
  const { description } = media.schema
  return html`<h4>Response</h4>
${type === 'application/json' ? undefined : html`<p><code>${type}</code></p>`}${description && html`<p>${sentence(description)}</p>`}
${fields}${headersHtml(success, document)}`
}

function headersHtml(success: Response | undefined, { components }: OpenApi): Html | undefined {
  const headers = Object.entries(success?.headers ?? {})
  if (headers.length === 0) return undefined
  const items = headers.map(
    ([name, header]) =>
      html`<li><p class="field-head"><code>${name}</code></p><p>${sentence(dereference(header, components.headers).description)}</p></li>`,
  )
  return html`<details class="fold"><summary>Headers (${headers.length})</summary><ul class="fields">${items}</ul></details>`
}

function errorsHtml({ errors }: FullOperation, { base, document }: OperationContext): Html | undefined {
  const rows = errors.flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => [
      status,
      html`<a href="${base}${addressOf('errors')}#${code}"><code>${code}</code></a>`,
      withCode(document.components.examples?.[code]?.value?.detail ?? ''),
    ]),
  )
  if (rows.length === 0) return undefined
  return html`<details class="fold"><summary>Errors (${rows.length})</summary>${raw(htmlTable(['Status', 'Code', 'Message'], rows))}</details>`
}

/** The same operation as a POST, folded. */
function twinHtml(twin: FullOperation, context: OperationContext): Html {
  const { id, method, path, operation } = twin
  const note = operation['x-interface'] === '1.0' ? 'The request of interface 1.0. ' : ''
  const example = exampleOf(twin, context)
  return html`<details class="fold twin" id="${id}"><summary><span class="method">${method}</span> <code>${path}</code> does the same</summary>
<p>${note}${operation.description && sentence(operation.description)} Operation id: <code>${operation.operationId}</code>.</p>
${bodyHtml(twin, context.document)}${exampleHtml({ codes: example.codes.slice(0, 1) }, `${id}-example`, context)}</details>`
}

const mediaOf = (response: Response | undefined): [type: string, media: Media | undefined] =>
  Object.entries(response?.content ?? {})[0] ?? ['', undefined]

function exampleOf(full: FullOperation, context: OperationContext): Example {
  const [type, media] = mediaOf(full.success)
  const codes = requestCode(exampleRequest(full, { type, example: media?.example }), context.address)
  const output = exampleResponse(full, [type, media], context)
  return output ? { codes, output } : { codes }
}

/**
 * The example response of an operation. Lists in the examples of the OpenAPI document have one element; here they have the
 * count that the service returns, and a mark for the elements that are left out.
 */
function exampleResponse(
  { operation: { operationId }, parameters }: FullOperation,
  [type, media]: [type: string, media: Media | undefined],
  { directory, document }: OperationContext,
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

/** Returns the length of the list in the response of the service, if it differs from the example. */
function listLength(operationId: string, directory: Directory, countryCode: string): number | undefined {
  const country = directory.findCountry(countryCode)
  if (operationId.startsWith('listSupportedCountries')) return directory.countries.length
  if (/^(?:listBanks|exportBanks$)/.test(operationId)) return country?.bank_count
  if (operationId.startsWith('getAccountRequirements')) return country && directory.listPaymentMethods(country).length
  return undefined
}
