/** Renders the API reference: the OpenAPI document as a page with every operation and schema. */
import { addressOf, type Contents, documentMain, version } from './documentation.ts'
import { type Html, html } from './html.ts'
import { type Frame, renderPage } from './page-layout.ts'
import { defaultHtml, described, fieldsTable, joined, type Schema, tableOf, typeHtml } from './reference-schema.ts'
import { withCode } from './tables.ts'

/** The parts of OpenAPI 3.1 that our own document uses. */
export interface OpenApi {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, Described>
  }
}

interface Reference {
  $ref: string
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-interface'?: string
  security: object[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

interface Described {
  description: string
}

interface Parameter extends Described {
  name: string
  in: string
  required: boolean
  schema: Schema
}

interface Response extends Described {
  headers?: Record<string, Described | Reference>
  content?: Record<string, Media>
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, object>
}

export const referencePage: Contents = { slug: 'reference', title: 'API reference' }

const summary = 'Every API request with its parameters, response and errors.'

export function renderReference(frame: Frame, document: OpenApi, contents: Contents[]): string {
  const { tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const ordered = tags.flatMap(({ name }) => operations.filter(({ operation }) => operation.tags.includes(name)))
  const sections = ordered.map(({ path, method }) => ({ id: headingId(method, path), title: `${method} ${path}` }))
  const body = html`<p class="lead">${summary} Machine-readable: <a href="${frame.base}${addressOf('openapi.json')}">OpenAPI 3.1</a>.</p>
${ordered.map(({ path, method, operation }) => operationHtml(frame, document, `${method} ${path}`, operation))}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<section class="schema"><h3 id="schema-${name}">${name}</h3>${schema.description && html`<p>${described(schema)}</p>`}${fieldsTable(schema)}</section>`,
)}`
  const main = documentMain(frame, referencePage, contents, [...sections, { id: 'schemas', title: 'Schemas' }], body)
  const title = `${referencePage.title} · Bank Lookup ${version}`
  return renderPage(frame, { title, description: summary, main, section: 'documentation' })
}

const headingId = (method: string, path: string): string =>
  `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/**
 * Returns whether the operation requires a key. In OpenAPI, an empty security requirement means that the operation also
 * works without one.
 */
const needsKey = (security: object[]): boolean => security.every((requirement) => Object.keys(requirement).length > 0)

/** Returns the component that a reference names, or the value itself. */
function resolveReference<Value extends object>(value: Value | Reference, components: Record<string, Value>): Value {
  return '$ref' in value ? (components[value.$ref.split('/').at(-1) as string] as Value) : value
}

function operationHtml(frame: Frame, document: OpenApi, request: string, operation: Operation): Html {
  const [method = '', path = ''] = request.split(' ')
  const { operationId, summary: title, description, security, requestBody } = operation
  const { components } = document
  const parameters = operation.parameters.map((parameter) => resolveReference(parameter, components.parameters))
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolveReference(response, components.responses)] as const,
  )
  const success = responses.find(([status]) => status === '200')?.[1]
  return html`<section class="operation">
<h2 id="${headingId(method, path)}"><span class="method">${method}</span> <code>${path}</code></h2>
${operation['x-interface'] === undefined ? html`<p class="beyond"><em>Beyond interface 1.0.</em></p>` : undefined}
<p>${title}.${description && html` ${withCode(description)}`}${needsKey(security) ? html` Needs a <a href="${frame.base}${addressOf('keys')}">key</a>.` : undefined} Operation id: <code>${operationId}</code>.</p>
${parameters.length > 0 ? html`<h3>Parameters</h3>${parametersTable(parameters)}` : undefined}
${requestBody && html`<h3>Body</h3>${mediaHtml(requestBody.content)}`}
<h3>Response</h3>
${success && mediaHtml(success.content)}
${success?.headers && headersHtml(Object.keys(success.headers))}
${errorsHtml(frame, responses)}
</section>
`
}

const mediaHtml = (content: Record<string, Media> = {}): Html[] =>
  Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`<p><code>${type}</code>${schema && html`: ${typeHtml(schema)}. ${described(schema)}`}</p>
${example === undefined ? undefined : exampleHtml(example)}`,
  )

/** The block is focusable, so that it can be scrolled with the keyboard. */
const exampleHtml = (example: unknown): Html => {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return html`<details><summary>Example</summary><pre tabindex="0"><code>${text}</code></pre></details>`
}

const headersHtml = (names: string[]): Html =>
  html`<p>Headers: ${joined(
    names.map((name) => html`<code>${name}</code>`),
    ', ',
  )}.</p>`

function errorsHtml({ base }: Frame, responses: (readonly [string, Response])[]): Html {
  const rows = responses
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, { content }]) => {
      const codes = Object.keys(content?.['application/problem+json']?.examples ?? {})
      const links = codes.map((code) => html`<a href="${base}${addressOf('errors')}#${code}"><code>${code}</code></a>`)
      return [status, joined(links, ', ')]
    })
  return html`<h3>Errors</h3>${tableOf(['Status', 'Codes'], rows)}`
}

const parametersTable = (parameters: Parameter[]): Html =>
  tableOf(
    ['Name', 'In', 'Required', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, schema, description }) => [
      html`<code>${name}</code>`,
      place,
      required ? 'yes' : 'no',
      typeHtml(schema),
      html`${described({ description })}${defaultHtml(schema)}`,
    ]),
  )
