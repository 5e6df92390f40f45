/** Renders the JSON Schemas of the API reference: types, tables of fields, and descriptions. */
import { type Html, html, raw } from './html.ts'
import { htmlTable, withCode } from './tables.ts'

/** The parts of JSON Schema that our own OpenAPI document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/** Renders a table of fields. The fields of an extended schema follow a link to its base. */
export function fieldsTable(schema: Schema): Html {
  const { allOf, properties, required = [] } = schema
  if (allOf)
    return html`${allOf.map((part) => (part.$ref ? html`<p>All fields of ${typeHtml(part)}, and:</p>` : fieldsTable(part)))}`
  if (!properties) return html`<p>${typeHtml(schema)}</p>`
  const isOptional = (name: string): boolean => !required.includes(name)
  return tableOf(
    ['Field', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, property]) => [
      html`<code>${name}</code>`,
      html`${typeHtml(property)}${isOptional(name) ? ', optional' : ''}`,
      described(property),
    ]),
  )
}

/** Renders the description, with a full stop. */
export const described = ({ description = '' }: { description?: string }): Html =>
  html`${withCode(description)}${description && !description.endsWith('.') ? '.' : ''}`

export function typeHtml(schema: Schema): Html {
  const { $ref, type, enum: values, const: value, items, anyOf, oneOf, additionalProperties } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1) as string
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const alternatives = anyOf ?? oneOf
  if (alternatives) return joined(alternatives.map(typeHtml), ' or ')
  if (values) return joined(values.map(jsonHtml), ', ')
  if (value !== undefined) return jsonHtml(value)
  if (items) return html`list of ${typeHtml(items)}${nullSuffix(type)}`
  if (typeof additionalProperties === 'object') return html`object of ${typeHtml(additionalProperties)}`
  return html`${[type ?? 'any'].flat().join(' or ')}${boundsText(schema)}`
}

/** Renders the default, if there is one. */
export const defaultHtml = ({ default: value }: Schema): Html | undefined =>
  value === undefined ? undefined : html` Default: ${jsonHtml(value)}.`

const jsonHtml = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

function boundsText({ minimum, maximum }: Schema): string {
  if (maximum !== undefined) return `, ${minimum} to ${maximum.toLocaleString('en')}`
  return minimum === undefined || minimum === 0 ? '' : `, at least ${minimum}`
}

const nullSuffix = (type: Schema['type']): string => (Array.isArray(type) && type.includes('null') ? ' or null' : '')

export const joined = (parts: Html[], separator: string): Html =>
  html`${parts.map((part, at) => html`${at > 0 ? separator : ''}${part}`)}`

export const tableOf = (columns: string[], rows: (Html | string)[][]): Html => raw(htmlTable(columns, rows))
