/** Renders the parameters and fields of the API reference: name, type, meaning, and the fields inside, folded. */
import { type Html, html } from '../../html.ts'
import { withCode } from '../tables.ts'
import { expandSchema, type OpenApi, type Schema } from './openapi.ts'

export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string
  example?: unknown
  /** For links to this field. */
  id?: string
}

/** Fields that are nested deeper than this show only the name of their type. */
const depthMax = 5

/** What a list of fields needs to know. */
interface Context {
  document: OpenApi
  /** Whether to mark the fields that a request must have, or those that a response may lack. */
  direction: 'request' | 'response'
  /** The schemas around this one. */
  titles: readonly string[]
}

export const fieldList = (document: OpenApi, direction: Context['direction'], fields: Field[]): Html =>
  listHtml(fields, { document, direction, titles: [] })

/** The fields of a schema, or its alternatives. */
export function schemaHtml(document: OpenApi, direction: Context['direction'], schema: Schema): Html | undefined {
  return inside(schema, { document, direction, titles: [] })
}

const listHtml = (fields: Field[], context: Context): Html =>
  html`<ul class="fields">${fields.map((field) => fieldHtml(field, context))}</ul>
`

function fieldHtml({ name, schema, isRequired, description, example, id }: Field, context: Context): Html {
  const resolved = expandSchema(schema, context.document)
  const text = description ?? resolved.description ?? ''
  const anchor = id === undefined ? undefined : html` id="${id}"`
  return html`<li${anchor}><p class="field-head"><code>${name}</code> <span class="field-type">${typeText(schema, context)}</span>${mark(isRequired, context)}</p>
${text && html`<p>${sentence(text)}</p>`}${facts(resolved, example ?? resolved.examples?.[0], context)}${fold(schema, context)}</li>
`
}

function mark(isRequired: boolean, { direction }: Context): Html | undefined {
  if (direction === 'request') return isRequired ? html` <span class="field-required">required</span>` : undefined
  return isRequired ? undefined : html` <span class="field-optional">optional</span>`
}

/** Default, example and values. */
function facts(schema: Schema, example: unknown, { document, direction }: Context): Html | undefined {
  const values = valuesOf(schema) ?? (schema.items && valuesOf(expandSchema(schema.items, document)))
  const parts = [
    schema.default === undefined ? undefined : html`Default: ${jsonHtml(schema.default)}`,
    example === undefined || direction === 'response' ? undefined : html`Example: ${jsonHtml(example)}`,
    values && values.length <= valuesShown ? html`Values: ${joined(values.map(jsonHtml))}` : undefined,
  ].filter((part) => part !== undefined)
  const line =
    parts.length > 0 ? html`<p class="field-facts">${parts.map((part) => html`<span>${part}</span> `)}</p>` : undefined
  const many =
    values && values.length > valuesShown
      ? html`<details class="fold"><summary>${values.length} values</summary><p>${joined(values.map(jsonHtml))}</p></details>`
      : undefined
  return line || many ? html`${line}${many}` : undefined
}

const valuesShown = 6

const valuesOf = ({ enum: values, anyOf, ...schema }: Schema): readonly unknown[] | undefined =>
  values ?? schema['x-extensible-enum'] ?? anyOf?.find((part) => part.enum)?.enum

/** The fields inside a field, folded. */
function fold(schema: Schema, context: Context): Html | undefined {
  const content = inside(schema, context)
  if (!content) return undefined
  const title = titleOf(schema, context.document)
  const label = title === undefined ? 'Fields' : html`Fields of ${title}`
  return html`<details class="fold"><summary>${label}</summary>${content}</details>`
}

function inside(schema: Schema, context: Context): Html | undefined {
  const { document, titles } = context
  const { properties, required = [], items, anyOf, oneOf, additionalProperties, title } = expandSchema(schema, document)
  if (items) return inside(items, context)
  if (properties) {
    if (titles.length >= depthMax || (title !== undefined && titles.includes(title))) return undefined
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      schema: property,
      isRequired: required.includes(name),
    }))
    return listHtml(fields, { ...context, titles: [...titles, title ?? ''] })
  }
  if (typeof additionalProperties === 'object') return inside(additionalProperties, context)
  const alternatives = (anyOf ?? oneOf ?? []).filter((part) => hasFields(part, document))
  const [only] = alternatives
  if (alternatives.length <= 1) return only && inside(only, context)
  return html`${alternatives.map((part) => html`<details class="fold"><summary>${titleOf(part, document)}</summary>${inside(part, context)}</details>`)}`
}

const hasFields = (schema: Schema, document: OpenApi): boolean =>
  expandSchema(schema, document).properties !== undefined

function titleOf(schema: Schema, document: OpenApi): string | undefined {
  const { title, items, anyOf, additionalProperties } = expandSchema(schema, document)
  if (items) return titleOf(items, document)
  if (typeof additionalProperties === 'object') return titleOf(additionalProperties, document)
  const part = anyOf?.find((alternative) => hasFields(alternative, document))
  return part ? titleOf(part, document) : title
}

function typeText(schema: Schema, context: Context): string {
  const {
    type,
    enum: values,
    const: value,
    items,
    anyOf,
    oneOf,
    properties,
    additionalProperties,
    ...rest
  } = expandSchema(schema, context.document)
  const alternatives = anyOf ?? oneOf
  if (alternatives) return [...new Set(alternatives.map((part) => typeText(part, context)))].join(' or ')
  if (value !== undefined) return JSON.stringify(value)
  if (items) return `list of ${plural(typeText(items, context))}${nullSuffix(type)}`
  if (typeof additionalProperties === 'object') return `object of ${plural(typeText(additionalProperties, context))}`
  if (properties) return 'object'
  return `${[type ?? (values ? 'string' : 'any')].flat().join(' or ')}${boundsText(rest)}`
}

const plural = (type: string): string => (/^(string|object|integer|number|boolean)$/.test(type) ? `${type}s` : type)

function boundsText({ minimum, maximum }: Schema): string {
  if (maximum !== undefined) return `, ${minimum} to ${maximum.toLocaleString('en')}`
  return minimum === undefined || minimum === 0 ? '' : `, at least ${minimum}`
}

const nullSuffix = (type: Schema['type']): string => (Array.isArray(type) && type.includes('null') ? ' or null' : '')

/** Renders text with code, and with a full stop. */
export const sentence = (text: string): Html => html`${withCode(text)}${text.endsWith('.') ? '' : '.'}`

const jsonHtml = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

const joined = (parts: Html[], separator = ', '): Html =>
  html`${parts.map((part, at) => html`${at > 0 ? separator : ''}${part}`)}`
