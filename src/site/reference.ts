/** Renders the API reference: the OpenAPI document as a page with every operation and schema. */
import { addressOf, type Contents, documentMain, version } from './documentation.ts'
import { type Html, html, raw } from './html.ts'
import { type Frame, renderPage } from './page-layout.ts'
import { htmlTable, withCode } from './tables.ts'

/** The parts of OpenAPI 3.1 that our own document uses. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

interface Media {
  schema?: Schema
  examples?: Record<string, { value: string }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

export const referencePage: Contents = { slug: 'reference', title: 'API reference' }

const summary = 'Every API request with its parameters, response and errors.'

export function renderReference(frame: Frame, { paths, components }: OpenApi, contents: Contents[]): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  // Show the operations that interface 1.0 defines before our extensions.
  const ordered = [
    ...operations.filter(({ operation }) => !isExtension(operation)),
    ...operations.filter(({ operation }) => isExtension(operation)),
  ]
  const sections = ordered.map(({ path, method }) => ({ id: operationId(method, path), title: `${method} ${path}` }))
  const body = html`<p class="lead">${summary} Machine-readable: <a href="${frame.base}${addressOf('openapi.json')}">OpenAPI 3.1</a>.</p>
${ordered.map(({ path, method, operation }) => operationHtml(frame, method, path, operation))}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<section class="schema"><h3 id="schema-${name}">${name}</h3>${described(schema)}${fieldsTable(schema)}</section>`,
)}`
  const main = documentMain(frame, referencePage, contents, [...sections, { id: 'schemas', title: 'Schemas' }], body)
  const title = `${referencePage.title} · Bank Lookup ${version}`
  return renderPage(frame, { title, description: summary, main, section: 'documentation' })
}

const isExtension = ({ tags }: Operation): boolean => !tags.includes('interface 1.0')
const operationId = (method: string, path: string): string =>
  `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/**
 * Returns whether the operation requires a key. In OpenAPI, an empty security requirement means that the operation also
 * works without one.
 */
const needsKey = (security: object[]): boolean => security.every((requirement) => Object.keys(requirement).length > 0)

function operationHtml(frame: Frame, method: string, path: string, operation: Operation): Html {
  const { summary: title, description, security, parameters, requestBody } = operation
  return html`<section class="operation">
<h2 id="${operationId(method, path)}"><span class="method">${method}</span> <code>${path}</code></h2>
${isExtension(operation) ? html`<p class="beyond"><em>Beyond interface 1.0.</em></p>` : undefined}
<p>${title}.${description && ` ${description}`}${needsKey(security) ? html` Needs a <a href="${frame.base}${addressOf('keys')}">key</a>.` : undefined}</p>
${parameters.length > 0 ? html`<h3>Parameters</h3>${parametersTable(parameters)}` : undefined}
${requestBody ? html`<h3>Body</h3>${Object.values(requestBody.content).map(({ schema }) => bodyHtml(schema))}` : undefined}
<h3>Response</h3>
${mediaTypesHtml(operation.responses[200]?.content)}
${errorsHtml(frame, operation)}
</section>
`
}

const mediaTypesHtml = (content: Record<string, Media> = {}): Html[] =>
  Object.entries(content).map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code>${schema ? html`: ${typeHtml(schema)}. ${described(schema)}` : undefined}</p>`,
  )

/** Renders an inline schema as a table of fields, and a shared schema as a link. */
const bodyHtml = (schema: Schema): Html => (schema.$ref ? html`<p>${typeHtml(schema)}</p>` : fieldsTable(schema))

function errorsHtml({ base }: Frame, { responses }: Operation): Html | undefined {
  const rows = Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, { content }]) => {
      const codes = Object.keys(content?.['text/plain']?.examples ?? {})
      const links = codes.map(
        (code, at) =>
          html`${at > 0 ? ', ' : ''}<a href="${base}${addressOf('errors')}#${code}"><code>${code}</code></a>`,
      )
      return [status, html`${links}`]
    })
  return rows.length === 0 ? undefined : html`<h3>Errors</h3>${tableOf(['Status', 'Codes'], rows)}`
}

const parametersTable = (parameters: Operation['parameters']): Html =>
  tableOf(
    ['Name', 'In', 'Required', 'Type', 'Meaning'],
    parameters.map(({ name, in: location, required, schema }) => [
      html`<code>${name}</code>`,
      location,
      required ? 'yes' : 'no',
      typeHtml(schema),
      described(schema),
    ]),
  )

function fieldsTable({ properties, type }: Schema): Html {
  if (!properties) return html`<p>${typeHtml({ ...(type && { type }) })}</p>`
  return tableOf(
    ['Field', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, schema]) => [
      html`<code>${name}</code>`,
      typeHtml(schema),
      described(schema),
    ]),
  )
}

const described = ({ description = '' }: Schema): Html => withCode(description)

function typeHtml({ $ref, type, enum: values, const: value, items, anyOf, oneOf, additionalProperties }: Schema): Html {
  if ($ref) {
    const name = $ref.split('/').at(-1) as string
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const alternatives = anyOf ?? oneOf
  if (alternatives) return joined(alternatives.map(typeHtml), ' or ')
  if (values)
    return joined(
      values.map((item) => html`<code>${JSON.stringify(item)}</code>`),
      ', ',
    )
  if (value !== undefined) return html`<code>${JSON.stringify(value)}</code>`
  if (items) return html`list of ${typeHtml(items)}${nullSuffix(type)}`
  if (typeof additionalProperties === 'object') return html`object of ${typeHtml(additionalProperties)}`
  return html`${[type ?? 'any'].flat().join(' or ')}`
}

const nullSuffix = (type: Schema['type']): string => (Array.isArray(type) && type.includes('null') ? ' or null' : '')

const joined = (parts: Html[], separator: string): Html =>
  html`${parts.map((part, at) => html`${at > 0 ? separator : ''}${part}`)}`

const tableOf = (columns: string[], rows: (Html | string)[][]): Html => raw(htmlTable(columns, rows))
