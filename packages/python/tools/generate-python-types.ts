/**
 * Generates `src/bank_lookup_client/types.py` from the same description as the types of the TypeScript client. Needs no
 * network and no running service.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeApi } from '../../client/tools/describe-api.ts'

const target = fileURLToPath(new URL('../src/bank_lookup_client/types.py', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema of any shape
type Schema = any
type Schemas = Record<string, Schema>

export async function generatePythonTypes(): Promise<string> {
  const { document, schemes, rails, errors } = await describeApi()
  const schemas = separateFields(document.components.schemas)
  const { parameters } = document.paths['/v1/banks'].get
  const valuesOf = (name: string): string[] =>
    parameters.find((parameter: Schema) => parameter.name === name).schema.enum
  const parts = [
    '"""Types of the results. Generated from the OpenAPI description by `npm run build:python`. Do not edit.\n\n' +
      'Upgrades of the service add values to some types, which therefore allow any string; editors complete the known ones.\n"""',
    'from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, Optional, TypedDict, Union, final',
    alias('KnownScheme', literal(schemes), 'The code schemes of the directory.'),
    alias('KnownRail', literal(rails), 'The payment rails of the directory.'),
    alias('ServiceErrorCode', literal(errors), 'The error codes of the service.'),
    alias('Scheme', 'Union[KnownScheme, str]', 'A code scheme.'),
    alias('Rail', 'Union[KnownRail, str]', 'A payment rail.'),
    alias('Codes', 'Dict[str, List[str]]', 'Codes by scheme.'),
    alias('StatusFilter', literal(valuesOf('status')), 'Statuses of banks to list.'),
    alias('SortOrder', literal(valuesOf('sort')), 'Orders of a list.'),
    ...declarations(schemas),
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * A request with `fields` gets other types of banks. The document has both as alternatives; here, the results of the two
 * requests have names of their own.
 */
function separateFields({ ResolveResult, CheckResult, ResolvedBatch, CheckedBatch, ...schemas }: Schemas): Schemas {
  const choose = (name: string, at: number): Schema =>
    JSON.parse(JSON.stringify(schemas[name]), (_, value) =>
      value?.anyOf?.[1]?.$ref?.endsWith('Fields') ? value.anyOf[at] : value,
    )
  const resolved = JSON.parse(JSON.stringify(schemas.Resolved).replaceAll('/Reading"', '/ReadingFields"'))
  return { ...schemas, Reading: choose('Reading', 0), ReadingFields: choose('Reading', 1), ResolvedFields: resolved }
}

/** The schemas by name; a class comes after those that it extends. */
function declarations(schemas: Schemas): string[] {
  const written = new Set<string>()
  const isClass = (name: string): boolean => Boolean(schemas[name].properties ?? schemas[name].allOf)
  const write = (name: string): string[] => {
    if (written.has(name)) return []
    written.add(name)
    const schema = schemas[name]
    if (!isClass(name)) return [alias(name, typeOf(schema, schemas), schema.description)]
    const parts: Schema[] = schema.allOf ?? [schema]
    const parents = parts.flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : []))
    const own = parts.filter(({ $ref }) => !$ref)
    const text = classText(name, { parents, own, description: schema.description }, schemas)
    return [...parents.flatMap(write), ...text]
  }
  const names = Object.keys(schemas).sort()
  return [...names.filter((name) => !isClass(name)), ...names.filter(isClass)].flatMap(write)
}

interface ClassParts {
  parents: string[]
  own: Schema[]
  description: string | undefined
}

interface Field {
  name: string
  schema: Schema
  isRequired: boolean
}

/** A class is either total or not, so one with both kinds of fields extends another one. */
function classText(name: string, { parents, own, description }: ClassParts, schemas: Schemas): string[] {
  const fields = own.flatMap(({ properties, required = [] }): Field[] =>
    Object.entries(properties).map(([key, schema]) => ({ name: key, schema, isRequired: required.includes(key) })),
  )
  const texts: string[] = []
  let bases = parents.length > 0 ? parents : ['TypedDict']
  const keywords = fields.filter((field) => pythonKeywords.has(field.name))
  if (keywords.length > 0) {
    const base = `_${name}Keywords`
    const pairs = keywords.map((field) => `${JSON.stringify(field.name)}: ${typeOf(field.schema, schemas, field.name)}`)
    texts.push(`${base} = TypedDict("${base}", {${pairs.join(', ')}})`)
    bases = [base]
  }
  const rest = fields.filter((field) => !keywords.includes(field))
  const [required, optional] = [rest.filter(({ isRequired }) => isRequired), rest.filter((field) => !field.isRequired)]
  if (required.length > 0 && optional.length > 0) {
    texts.push(oneClass(`_${name}Required`, bases, required, undefined, schemas))
    bases = [`_${name}Required`]
  }
  const last = optional.length > 0 ? optional : required
  return [...texts, oneClass(name, optional.length > 0 ? [...bases, 'total=False'] : bases, last, description, schemas)]
}

const pythonKeywords = new Set(['from', 'class', 'in', 'is', 'global', 'import', 'with', 'return', 'pass'])

/** The results of a batch: type checkers tell classes apart by a key only if none can have a subclass. */
const finalClasses = new Set(['CheckedAccount', 'UncheckedAccount'])

function oneClass(
  name: string,
  bases: string[],
  fields: Field[],
  description: string | undefined,
  schemas: Schemas,
): string {
  const members = fields.flatMap((field) => [
    `    ${field.name}: ${typeOf(field.schema, schemas, field.name)}`,
    ...docstring(field.schema.description),
  ])
  const head = docstring(description)
  const final = finalClasses.has(name) ? '\n@final' : ''
  return [`${final}\nclass ${name}(${bases.join(', ')}):`, ...head, ...(head.length > 0 ? [''] : []), ...members].join(
    '\n',
  )
}

function typeOf(schema: Schema, schemas: Schemas, field = ''): string {
  const types: string[] = [schema.type].flat()
  const isNullable =
    types.includes('null') ||
    schema.anyOf?.some(({ type }: Schema) => type === 'null') ||
    (schema.$ref && [schemas[nameOf(schema.$ref)].type].flat().includes('null'))
  const type = plainType(schema, schemas, field)
  return isNullable ? `Optional[${type}]` : type
}

function plainType(schema: Schema, schemas: Schemas, field: string): string {
  if (schema === true) return 'Any'
  const [type = ''] = [schema.type].flat().filter((one) => one !== 'null')
  if (field === 'codes' && schema.additionalProperties) return 'Codes'
  if (field === 'scheme' || field === 'code_scheme') return 'Scheme'
  if (field === 'rail' && type === 'string') return 'Rail'
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema['x-extensible-enum']) return `Union[${literal(schema['x-extensible-enum'])}, str]`
  if (schema.enum) return literal(schema.enum.filter((value: unknown) => value !== null))
  if (schema.anyOf) {
    const choices = schema.anyOf.filter(({ type: one }: Schema) => one !== 'null')
    const names: string[] = choices.map((choice: Schema) => typeOf(choice, schemas))
    return names.length === 1 ? (names[0] as string) : `Union[${names.join(', ')}]`
  }
  if (type === 'array') return `List[${typeOf(schema.items, schemas)}]`
  if (type === 'object' && schema.additionalProperties)
    return `Dict[str, ${typeOf(schema.additionalProperties, schemas)}]`
  const simple = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[type as string]
  if (simple) return simple
  throw new Error(`No Python type for ${JSON.stringify(schema)}.`)
}

const nameOf = (reference: string): string => reference.split('/').at(-1) as string

const literal = (values: string[]): string => `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`

const lineLength = 120

function alias(name: string, type: string, description: string | undefined): string {
  const lines = description ? wrap(description, '#: ') : []
  const line = `${name} = ${type}`
  const long = line.replaceAll(/(?<=[[,]) ?("\w+")(?=[\],])/g, '\n    $1').replace(/"\]/, '",\n]')
  return [...lines, line.length > lineLength ? long : line].join('\n')
}

function docstring(text: string | undefined): string[] {
  if (text === undefined) return []
  const lines = wrap(text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'), '    ', 6)
  const [first = ''] = lines
  lines[0] = `    """${first.trimStart()}`
  const isOneLine = lines.length === 1
  // A quotation mark at the end would end the text.
  return isOneLine && !text.endsWith('"') ? [`${lines[0]}"""`] : [...lines, '    """']
}

/** `reserve`: characters to leave free in each line. */
function wrap(text: string, indent: string, reserve = 0): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + word.length + 1 > lineLength - reserve) {
      lines.push(`${indent}${line}`)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, `${indent}${line}`]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await generatePythonTypes())
