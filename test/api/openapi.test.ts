import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { problems } from '../../src/http/errors/problems.ts'
import { startService } from '../support/services/service.ts'

interface Operation {
  tags: string[]
  operationId: string
  parameters: { name: string; in: string; schema: object }[]
  responses: Record<string, { content: Record<string, { schema: { properties?: { code?: { enum?: string[] } } } }> }>
}

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: object; required: string[] }> }
}

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

test('every endpoint is described, each operation with a unique id', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  assert.deepEqual(operations.toSorted(), [
    'get /',
    'get /healthz',
    'get /openapi.json',
    'get /readyz',
    'get /v1/account-requirements',
    'get /v1/banks',
    'get /v1/banks.csv',
    'get /v1/banks/{id}',
    'get /v1/changes',
    'get /v1/search',
    'get /v1/supported-countries/',
    'post /index.php',
    'post /v1/account-requirements',
    'post /v1/accounts/check',
    'post /v1/banks',
    'post /v1/resolve',
    'post /v1/supported-countries/',
  ])
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  assert.equal(new Set(ids).size, operations.length)
})

test('extensions of interface 1.0 are marked', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const inside = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes('interface 1.0'))
      .map(([method]) => `${method} ${path}`),
  )
  assert.deepEqual(inside.toSorted(), [
    'get /',
    'get /v1/supported-countries/',
    'post /index.php',
    'post /v1/banks',
    'post /v1/supported-countries/',
  ])
})

test('the described fields of a bank are the fields that are sent', async (t) => {
  const { url } = await startService(t)
  const { components } = await readDocument(url)
  const bank = await (await fetch(`${url}/v1/banks/ng-gtbank`)).json()
  const list = (await (await fetch(`${url}/v1/banks?country=ng`)).json()) as { banks: object[] }
  assert.deepEqual(Object.keys(bank as object), Object.keys(components.schemas.BankDetail?.properties ?? {}))
  assert.deepEqual(Object.keys(list.banks[0] as object), Object.keys(components.schemas.Bank?.properties ?? {}))
})

test('the parameters of a list are described, multiple values as one comma-separated list', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const described = (path: string): Record<string, object> =>
    Object.fromEntries(
      (paths[path]?.get ?? assert.fail()).parameters.map(({ name, schema, ...rest }) => [
        name,
        { ...rest, type: (schema as { type?: string }).type },
      ]),
    )
  const names = ['country', 'status', 'type', 'has', 'sort', 'fields']
  assert.deepEqual(Object.keys(described('/v1/banks')), names)
  assert.deepEqual(described('/v1/banks.csv'), described('/v1/banks'))
  assert.deepEqual(Object.keys(described('/v1/search')), ['q', 'country', 'status', 'type', 'offset', 'limit'])
  const list = { in: 'query', required: false, style: 'form', explode: false, type: 'array' }
  for (const name of ['type', 'fields']) assert.deepEqual(described('/v1/banks')[name], list)
  assert.deepEqual(described('/v1/search').type, list)
})

test('a list has full banks or selected fields', async (t) => {
  const { paths, components } = await readDocument((await startService(t)).url)
  const { content } = paths['/v1/banks']?.get?.responses[200] ?? assert.fail()
  assert.deepEqual(content['application/json']?.schema, {
    anyOf: [{ $ref: '#/components/schemas/BankList' }, { $ref: '#/components/schemas/BankFieldsList' }],
  })
  assert.deepEqual(components.schemas.BankFieldsList?.required, components.schemas.BankList?.required)
})

test('the errors of an operation are in the table of problems, under their status', async (t) => {
  const { paths } = await readDocument((await startService(t)).url)
  const post = paths['/v1/banks']?.post as Operation
  assert.deepEqual(Object.keys(post.responses), ['200', '400', '401', '404', '413', '415', '429', '503', 'default'])
  for (const [status, { content }] of Object.entries(post.responses)) {
    const codes = content['application/problem+json']?.schema.properties?.code?.enum ?? []
    for (const code of codes) assert.equal(String(problems[code as keyof typeof problems].status), status)
  }
})

test('the server URL is relative, unless a base URL is configured', async (t) => {
  const { servers } = await readDocument((await startService(t)).url)
  assert.deepEqual(servers, [{ url: '/' }])
  const published = await startService(t, { baseUrl: 'https://banks.example.com' })
  assert.deepEqual((await readDocument(published.url)).servers, [{ url: 'https://banks.example.com' }])
})
