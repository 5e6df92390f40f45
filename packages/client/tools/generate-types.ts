/**
 * Generates `src/api-types.ts` from the OpenAPI description and the code schemes of this repository. It needs no network
 * and no running service. The generator is among the test tools (`test/tools`), because it needs TypeScript 5.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readOpenApi } from './read-open-api.ts'

const root = new URL('../../../', import.meta.url)
const target = new URL('../src/api-types.ts', import.meta.url)
const tools = createRequire(new URL('test/tools/package.json', root))

/** The operations that the client has methods for. */
const operations = [
  'get /v1/banks',
  'get /v1/banks/{id}',
  'get /v1/search',
  'post /v1/resolve',
  'get /v1/supported-countries/',
  'get /v1/account-requirements',
  'post /v1/accounts/check',
  'get /v1/changes',
  'post /index.php',
]

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any

export async function generateTypes(): Promise<string> {
  const document = JSON.parse(await readOpenApi())
  const schemes: { id: string }[] = JSON.parse(readFileSync(new URL('data/schemes.json', root), 'utf8'))
  return [
    '/** Generated from the OpenAPI description by `tools/generate-types.ts`. Do not edit. */',
    union('KnownScheme', 'The code schemes of the directory.', schemes.map(({ id }) => id).sort()),
    union('ServiceErrorCode', 'The error codes of the service.', errorCodes(document)),
    '/** A code scheme. Upgrades add schemes, so any string is allowed; editors complete the known ones. */',
    'export type Scheme = KnownScheme | (string & {})\n',
    '/** Codes by scheme. */',
    'export type Codes = { [scheme in KnownScheme]?: string[] } & { [scheme: string]: string[] | undefined }\n',
    await describeTypes(reduce(document)),
  ].join('\n')
}

const union = (name: string, description: string, members: string[]): string =>
  `/** ${description} */\nexport type ${name} =\n${members.map((member) => `  | '${member}'\n`).join('')}`

/** Collects the values of `code` in all error responses. */
function errorCodes(document: Json): string[] {
  const codes = new Set<string>()
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    if (value.properties?.request_id) for (const code of value.properties.code.enum ?? []) codes.add(code)
    for (const member of Object.values(value)) visit(member)
  }
  visit(document)
  return [...codes].sort()
}

/** Leaves out the operations that the client does not use, and error responses, which make most of the document. */
function reduce({ openapi, info, paths, components }: Json): Json {
  const kept: Json = {}
  for (const [method, path] of operations.map((name) => name.split(' ') as [string, string])) {
    const { operationId, parameters, requestBody, responses } = paths[path][method]
    kept[path] = { [method]: { operationId, parameters, requestBody, responses: { 200: responses[200] } } }
  }
  const schemas = reachableSchemas(kept, components.schemas)
  return { openapi, info, paths: kept, components: { ...components, schemas, securitySchemes: undefined } }
}

function reachableSchemas(paths: Json, schemas: Json): Json {
  const names = new Set(referencedNames(paths))
  for (const name of names) for (const next of referencedNames(schemas[name])) names.add(next)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

const referencedNames = (value: Json): string[] =>
  Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = '']) => name)

async function describeTypes(document: Json): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator()
  const ts: Json = tools('typescript')
  const named = (name: string): Json => ts.factory.createTypeReferenceNode(name)
  const orNull = (type: Json): Json =>
    ts.factory.createUnionTypeNode([type, ts.factory.createLiteralTypeNode(ts.factory.createNull())])
  const text: string = astToString(
    await openapiTS(document, {
      transform: (schema: Json, { path = '' }: { path?: string }) => {
        const field = path.split('/').at(-1)
        if (field === 'codes' && schema.additionalProperties) return named('Codes')
        if (field !== 'scheme' && field !== 'code_scheme') return undefined
        return [schema.type].flat().includes('null') ? orNull(named('Scheme')) : named('Scheme')
      },
    }),
  )
  // Every path has its types under `operations`, too.
  return text.replaceAll(/^export (interface paths \{.*?^\}|type (webhooks|\$defs) = .*?$)\n/gms, '')
}

async function loadGenerator(): Promise<Json> {
  if (!existsSync(new URL('test/tools/node_modules/openapi-typescript', root))) {
    throw new Error('openapi-typescript is missing; run `node test/tools/install.ts` in the root of the repository.')
  }
  return import(pathToFileURL(tools.resolve('openapi-typescript').replace(/\.cjs$/, '.mjs')).href)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await generateTypes())
