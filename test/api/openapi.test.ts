import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { readDataset } from '../../src/dataset/dataset.ts'
import { createDirectory } from '../../src/directory/lookups.ts'
import type { Bank } from '../../src/directory/records/bank-record.ts'
import { packDirectory } from '../../src/directory/storage/packed-directory.ts'
import { problems } from '../../src/http/errors/problems.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { postJson, startService } from '../support/services/service.ts'

interface Operation {
  tags: string[]
  operationId: string
  'x-interface'?: string
  parameters: (Parameter | Reference)[]
  responses: Record<string, Response | Reference>
}

interface Reference {
  $ref: string
}

interface Parameter {
  name: string
  in: string
  description: string
  schema: object
}

interface Response {
  headers?: Record<string, Reference>
  content?: Record<string, { schema: object; example?: unknown; examples?: Record<string, Reference> }>
}

interface Document {
  openapi: string
  info: { description: string; termsOfService: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties?: object; required?: string[]; allOf?: [Reference, { properties: object }] }>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, { required?: boolean }>
    examples: Record<string, { value: { detail: string; status: number; code: string } }>
  }
}

const lastName = ({ $ref }: Reference): string => $ref.split('/').at(-1) as string

const responseOf = ({ components }: Document, response: Response | Reference | undefined): Response => {
  assert.ok(response)
  return '$ref' in response ? (components.responses[lastName(response)] ?? assert.fail(response.$ref)) : response
}

/** All operations, with their method and path. */
const operationsOf = ({ paths }: Document): { request: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ request: `${method} ${path}`, operation })),
  )

async function readDocument(url: string): Promise<Document> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as Document
}

test('the description is valid OpenAPI 3.1 and passes a linter', async (t) => {
  const source = await (await fetch(`${(await startService(t)).url}/openapi.json`)).text()
  assert.match(JSON.parse(source).openapi, /^3\.1\./)
  const rules = {
    // The interface defines this path with a trailing slash.
    'no-path-trailing-slash': 'off',
  } as const
  const found = await lintFromString({ source, config: await createConfig({ extends: ['recommended'], rules }) })
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
  const broken = source.replace('"openapi":"3.1.0",', '"openapi":"3.1.0","nonsense":1,')
  assert.notDeepEqual(
    await lintFromString({ source: broken, config: await createConfig({ extends: ['recommended'] }) }),
    [],
  )
})

test('every endpoint is described, with an operation id that names it in clients and a known subject', async (t) => {
  const document = await readDocument((await startService(t)).url)
  const operations = operationsOf(document)
  assert.deepEqual(Object.fromEntries(operations.map(({ request, operation }) => [request, operation.operationId])), {
    'get /': 'getServiceInfo',
    'get /compat/flutterwave/v3/banks/{country}': 'listFlutterwaveBanks',
    'get /compat/paystack/bank': 'listPaystackBanks',
    'get /healthz': 'getHealth',
    'get /openapi.json': 'getOpenApi',
    'get /readyz': 'getReadiness',
    'get /v1/account-requirements': 'getAccountRequirements',
    'get /v1/banks': 'listBanks',
    'get /v1/banks.csv': 'exportBanks',
    'get /v1/banks.xlsx': 'exportBanksAsXlsx',
    'get /v1/banks/{id}': 'getBank',
    'get /v1/branches': 'listBranches',
    'get /v1/changes': 'listChanges',
    'get /v1/search': 'searchBanks',
    'get /v1/supported-countries/': 'listSupportedCountries',
    'post /index.php': 'createRecord',
    'post /v1/account-requirements': 'getAccountRequirementsByPost',
    'post /v1/accounts/check': 'checkAccounts',
    'post /v1/banks': 'listBanksByPost',
    'post /v1/resolve': 'resolveIdentifiers',
    'post /v1/supported-countries/': 'listSupportedCountriesByPost',
  })
  const subjects = document.tags.map(({ name }) => name)
  for (const { request, operation } of operations) {
    assert.equal(operation.tags.length, 1, request)
    assert.ok(subjects.includes(operation.tags[0] as string), request)
  }
})

test('operations of interface 1.0 are marked', async (t) => {
  const operations = operationsOf(await readDocument((await startService(t)).url))
  const inside = operations.filter(({ operation }) => operation['x-interface'] === '1.0').map(({ request }) => request)
  assert.deepEqual(inside.toSorted(), [
    'get /',
    'get /v1/supported-countries/',
    'post /index.php',
    'post /v1/banks',
    'post /v1/supported-countries/',
  ])
})

/** Calls `visit` with every object inside `value`, and its path. */
function visitObjects(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '#',
): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, path)
  for (const [key, inner] of Object.entries(value)) {
    // Examples hold data, and one of them a JSON Schema.
    if (key !== 'example' && key !== 'examples') visitObjects(inner, visit, `${path}/${key}`)
  }
}

test('every enum has a type, and values that may be added are no enum', async (t) => {
  const { paths, components } = await readDocument((await startService(t)).url)
  const open: string[] = []
  visitObjects({ paths, components }, (object, path) => {
    if (Array.isArray(object.enum) || 'const' in object) assert.ok(object.type, path)
    // Generators write it as a text, or as a value that does not compile.
    if (Array.isArray(object.enum)) assert.ok(!object.enum.includes(null), `${path} has null among its values`)
    const known = object['x-extensible-enum']
    if (!Array.isArray(known)) return
    open.push(path.replace('#/components/schemas/', ''))
    assert.ok([object.type].flat().includes('string') && !('enum' in object), path)
    for (const value of known) assert.ok(String(object.description).includes(`\`${value}\``), `${path}: ${value}`)
  })
  const status = (components.schemas.Matched?.properties as Record<string, { anyOf?: object[] }> | undefined)?.status
  assert.deepEqual(status?.anyOf, [{ type: 'string', enum: ['current', 'former', 'unconfirmed'] }, { type: 'null' }])
  for (const name of ['BankType', 'IdentifierKind', 'CheckName', 'Reading/properties/reason', 'MatchedField']) {
    assert.ok(open.includes(name), name)
  }
  assert.ok(!open.includes('Verdict') && !open.includes('BankStatus'))
})

test('schemas that extend a bank refer to it, and errors refer to one schema', async (t) => {
  const document = await readDocument((await startService(t)).url)
  const bases = { FoundBank: 'Bank', BankDetail: 'Bank', Holder: 'BankSummary', HolderFields: 'BankFields' }
  for (const [name, base] of Object.entries(bases)) {
    assert.equal(lastName(document.components.schemas[name]?.allOf?.[0] ?? assert.fail(name)), base)
  }
  for (const { request, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses).filter(([name]) => !/^[23]/.test(name))) {
      const { content = {} } = responseOf(document, response)
      const schema = content['application/problem+json']?.schema
      if (schema) assert.deepEqual(schema, { $ref: '#/components/schemas/Problem' }, `${request} ${status}`)
      else if (operation.tags[0] === 'Providers')
        assert.match(JSON.stringify(content['application/json']?.schema), /\/(Paystack|Flutterwave)Error"/)
      else assert.equal(`${request} ${status}`, 'get /readyz 503')
    }
  }
})

test('every parameter has a description of its own', async (t) => {
  const document = await readDocument((await startService(t)).url)
  for (const { request, operation } of operationsOf(document)) {
    for (const parameter of operation.parameters) {
      const resolved =
        '$ref' in parameter ? (document.components.parameters[lastName(parameter)] ?? assert.fail()) : parameter
      assert.ok(resolved.description, `${request}: ${resolved.name}`)
      assert.ok(!('description' in resolved.schema), `${request}: ${resolved.name}`)
    }
  }
})

test('numbers are integers with bounds', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const schemas = new Map(
    paths['/v1/search']?.get?.parameters.map(
      (parameter) => ('$ref' in parameter ? [] : [parameter.name, parameter.schema]) as [string, object],
    ),
  )
  assert.deepEqual(schemas.get('limit'), { type: 'integer', minimum: 1, maximum: 100, default: 10 })
  assert.deepEqual(schemas.get('offset'), { type: 'integer', minimum: 0, maximum: 1_000, default: 0 })
})

test('every success has an example from the data that is being served, except a binary file', async (t) => {
  const { url } = await startService(t)
  const document = await readDocument(url)
  for (const { request, operation } of operationsOf(document)) {
    const [media] = Object.values(responseOf(document, operation.responses[200]).content ?? {})
    assert.equal(media?.example === undefined, request === 'get /v1/banks.xlsx', request)
  }
  const { content } = responseOf(document, document.paths['/v1/banks/{id}']?.get?.responses[200])
  const example = content?.['application/json']?.example as Bank
  assert.deepEqual(await (await fetch(`${url}/v1/banks/${example.id}`)).json(), example)
})

test('without banks, the description has no examples of them', async (t) => {
  const data = small()
  data.banks = { aa: [], bb: [] }
  const directory = createDirectory(packDirectory(readDataset(writeFolder(t, data))))
  const document = await readDocument((await startService(t, { directory })).url)
  const { content } = responseOf(document, document.paths['/v1/banks']?.get?.responses[200])
  assert.ok(!('example' in (content?.['application/json'] ?? assert.fail())))
})

/** A request for each operation. Two of them fail: the revision is unknown, and the record needs a key. */
const requests: Record<string, [path: string, body?: object]> = {
  getServiceInfo: ['/'],
  getHealth: ['/healthz'],
  getReadiness: ['/readyz'],
  getOpenApi: ['/openapi.json'],
  listSupportedCountries: ['/v1/supported-countries/'],
  listSupportedCountriesByPost: ['/v1/supported-countries/', {}],
  listBanks: ['/v1/banks?country=va'],
  listBanksByPost: ['/v1/banks', { country: 'va' }],
  getBank: ['/v1/banks/ng-gtbank'],
  exportBanks: ['/v1/banks.csv?country=va'],
  exportBanksAsXlsx: ['/v1/banks.xlsx?country=va'],
  searchBanks: ['/v1/search?q=gtb'],
  listBranches: ['/v1/branches?bank=in-dcb-bank&limit=1'],
  resolveIdentifiers: ['/v1/resolve', { identifier: '058' }],
  getAccountRequirements: ['/v1/account-requirements?country=ca'],
  getAccountRequirementsByPost: ['/v1/account-requirements', { country: 'ca' }],
  checkAccounts: ['/v1/accounts/check', { country: 'fr', method: 'fr_iban', fields: { iban: 'FR76' } }],
  listChanges: ['/v1/changes?since=2026-11-14.3f9a1c20'],
  createRecord: ['/index.php', {}],
  listPaystackBanks: ['/compat/paystack/bank?country=ghana'],
  listFlutterwaveBanks: ['/compat/flutterwave/v3/banks/GH'],
}

test('the described headers are sent, and 304 where it is described', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1_000, keyed: 1_000 } })
  const document = await readDocument(url)
  const tracked = Object.keys(document.components.headers)
  for (const { operation } of operationsOf(document)) {
    const { operationId, responses } = operation
    const [path, body] = requests[operationId] ?? assert.fail(operationId)
    const send = (headers: Record<string, string> = {}) =>
      body ? postJson(`${url}${path}`, JSON.stringify(body), headers) : fetch(`${url}${path}`, { headers })
    const response = await send()
    const described = responseOf(document, responses[response.status])
    const sent = tracked.filter((name) => response.headers.has(name))
    assert.deepEqual(
      sent.toSorted(),
      Object.keys(described.headers ?? {}).toSorted(),
      `${operationId}: ${response.status}`,
    )
    const again = await send({ 'If-None-Match': response.headers.get('etag') ?? '"none"' })
    assert.equal(again.status === 304, '304' in responses && response.ok, operationId)
  }
})

test('Idempotency-Key is a parameter of the operation that reads it', async (t) => {
  const document = await readDocument((await startService(t)).url)
  const reading = operationsOf(document).filter(({ operation }) =>
    operation.parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key'),
  )
  assert.deepEqual(
    reading.map(({ operation }) => operation.operationId),
    ['createRecord'],
  )
})

test('the licence is that of the code, and the data has its own terms', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com' })
  const { info } = await readDocument(url)
  assert.equal(info.license.identifier, 'MIT')
  assert.match(info.description, /does not cover the data/)
  assert.equal(info.termsOfService, 'https://banks.example.com/docs/1.0/data#sources-and-licences')
})

test('the described fields of a bank are the fields that are sent', async (t) => {
  const { url } = await startService(t)
  const { components } = await readDocument(url)
  const bank = await (await fetch(`${url}/v1/banks/ng-gtbank`)).json()
  const list = (await (await fetch(`${url}/v1/banks?country=ng`)).json()) as { banks: object[] }
  const fields = Object.keys(components.schemas.Bank?.properties ?? {})
  const details = Object.keys(components.schemas.BankDetail?.allOf?.[1].properties ?? {})
  assert.deepEqual(Object.keys(bank as object), [...fields, ...details])
  assert.deepEqual(Object.keys(list.banks[0] as object), fields)
})

test('the parameters of a list are described, multiple values as one comma-separated list', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const described = (path: string): Record<string, object> =>
    Object.fromEntries(
      (paths[path]?.get ?? assert.fail()).parameters
        .filter((parameter) => 'name' in parameter)
        .map(({ name, schema, description, ...rest }) => [name, { ...rest, type: (schema as { type?: string }).type }]),
    )
  const names = ['country', 'status', 'type', 'has', 'rail', 'region', 'sort', 'limit', 'fields']
  const { facets, ...parameters } = described('/v1/banks')
  assert.deepEqual(Object.keys(parameters), names)
  for (const path of ['/v1/banks.csv', '/v1/banks.xlsx']) assert.deepEqual(described(path), parameters)
  assert.deepEqual(Object.keys(described('/v1/search')), [
    'q',
    'country',
    'status',
    'type',
    'has',
    'rail',
    'region',
    'offset',
    'limit',
    'facets',
  ])
  const list = { in: 'query', required: false, style: 'form', explode: false, type: 'array' }
  for (const name of ['type', 'fields']) assert.deepEqual(parameters[name], list)
  assert.deepEqual(facets, list)
  assert.deepEqual(described('/v1/search').type, list)
})

test('a list has full banks or selected fields', async (t) => {
  const document = await readDocument((await startService(t)).url)
  const { content } = responseOf(document, document.paths['/v1/banks']?.get?.responses[200])
  const { BankList, BankFieldsList } = document.components.schemas
  assert.deepEqual(content?.['application/json']?.schema, {
    anyOf: [{ $ref: '#/components/schemas/BankList' }, { $ref: '#/components/schemas/BankFieldsList' }],
  })
  assert.deepEqual(BankFieldsList?.required, BankList?.required)
})

test('the errors of an operation are in the table of problems, under their status, each with an example', async (t) => {
  const document = await readDocument((await startService(t)).url)
  const post = document.paths['/v1/banks']?.post as Operation
  assert.deepEqual(Object.keys(post.responses), ['200', '400', '401', '404', '413', '415', '429', '503', 'default'])
  const used = new Set<string>()
  for (const { request, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { content = {} } = responseOf(document, response)
      const ofProvider = operation.tags[0] === 'Providers' && status !== '200' ? content['application/json'] : undefined
      const { examples = {} } = content['application/problem+json'] ?? ofProvider ?? {}
      for (const code of Object.keys(examples)) {
        used.add(code)
        if (status !== 'default') assert.equal(String(problems[code as keyof typeof problems].status), status, request)
      }
    }
  }
  assert.deepEqual([...used].toSorted(), Object.keys(problems).toSorted())
  for (const [code, { value }] of Object.entries(document.components.examples)) {
    assert.equal(value.code, code)
    assert.doesNotMatch(value.detail, /\[\w+\]/, code)
  }
})

test('the server URL is relative, unless a base URL is configured', async (t) => {
  const { servers } = await readDocument((await startService(t)).url)
  assert.deepEqual(servers, [{ url: '/' }])
  const published = await startService(t, { baseUrl: 'https://banks.example.com' })
  assert.deepEqual((await readDocument(published.url)).servers, [{ url: 'https://banks.example.com' }])
})
