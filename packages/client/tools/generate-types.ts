/**
 * Generates `src/api-types.ts` from the OpenAPI description, the code schemes and the rails of this repository. It needs no network
 * and no running service. The generator is among the test tools (`test/tools`), because it needs TypeScript 5.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describeApi } from './describe-api.ts'

const root = new URL('../../../', import.meta.url)
const target = new URL('../src/api-types.ts', import.meta.url)
const tools = createRequire(new URL('test/tools/package.json', root))

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any

export async function generateTypes(): Promise<string> {
  const { document, schemes, rails, errors } = await describeApi()
  return [
    '/** Generated from the OpenAPI description by `tools/generate-types.ts`. Do not edit. */',
    union('KnownScheme', 'The code schemes of the directory.', schemes),
    union('KnownRail', 'The payment rails of the directory.', rails),
    union('ServiceErrorCode', 'The error codes of the service.', errors),
    '/** A code scheme. Upgrades add schemes, so any string is allowed; editors complete the known ones. */',
    'export type Scheme = KnownScheme | (string & {})\n',
    '/** A payment rail. Upgrades add rails, as with `Scheme`. */',
    'export type Rail = KnownRail | (string & {})\n',
    '/** Codes by scheme. */',
    'export type Codes = { [scheme in KnownScheme]?: string[] } & { [scheme: string]: string[] | undefined }\n',
    await describeTypes(document),
  ].join('\n')
}

const union = (name: string, description: string, members: string[]): string =>
  `/** ${description} */\nexport type ${name} =\n${members.map((member) => `  | '${member}'\n`).join('')}`

async function describeTypes(document: Json): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator()
  const { factory }: Json = tools('typescript')
  const parse = (text: string): Json => factory.createTypeReferenceNode(factory.createIdentifier(text))
  const transform = (schema: Json, { path = '' }: { path?: string }): Json => {
    const type = typeText(schema, path.split('/').at(-1) ?? '')
    const orNull = [schema.type].flat().includes('null') ? ' | null' : ''
    return type && parse(`${type}${orNull}`)
  }
  const text: string = astToString(await openapiTS(document, { transform }))
  // The types of every path are also under `operations`.
  return text.replaceAll(/^export (interface paths \{.*?^\}|type (webhooks|\$defs) = .*?$)\n/gms, '')
}

/** The types that the generator does not know: codes, schemes, rails, and enums to which upgrades may add values. */
function typeText(schema: Json, field: string): string | undefined {
  if (field === 'codes' && schema.additionalProperties) return 'Codes'
  if (field === 'scheme' || field === 'code_scheme') return 'Scheme'
  if (field === 'rail' && schema.type === 'string') return 'Rail'
  const values: string[] | undefined = schema['x-extensible-enum']
  return values && [...values.map((value) => `'${value}'`), '(string & {})'].join(' | ')
}

async function loadGenerator(): Promise<Json> {
  if (!existsSync(new URL('test/tools/node_modules/openapi-typescript', root))) {
    throw new Error('openapi-typescript is missing; run `node test/tools/install.js` in the root of the repository.')
  }
  return import(pathToFileURL(tools.resolve('openapi-typescript').replace(/\.cjs$/, '.mjs')).href)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const types = await generateTypes()
  if (readFileSync(target, 'utf8') !== types) writeFileSync(target, types)
}
