/** The API reference describes every operation. Its examples run in `documentation-requests.test.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/services/service.ts'

interface OpenApi {
  paths: Record<
    string,
    Record<string, { operationId: string; 'x-interface'?: string; parameters: { name?: string }[] }>
  >
  components: { schemas: Record<string, { properties?: object }> }
}

const readReference = async (url: string): Promise<string> => (await fetch(`${url}/docs/1.0/reference`)).text()

const headingId = (method: string, path: string): string =>
  `${method} ${path}`.replaceAll(/[^a-z0-9]+/g, '-').replace(/-$/, '')

test('the reference has every operation, parameter and field', async (t) => {
  const { url } = await startService(t)
  const reference = await readReference(url)
  const { paths, components } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  for (const [path, methods] of Object.entries(paths)) {
    const isTwin = (method: string): boolean => method === 'post' && methods.get !== undefined
    for (const [method, { operationId, parameters }] of Object.entries(methods)) {
      const id = headingId(method, path)
      assert.ok(reference.includes(` id="${id}"`), id)
      assert.ok(reference.includes(`Operation id: <code>${operationId}</code>`), operationId)
      if (isTwin(method)) assert.match(reference, new RegExp(`<details class="fold twin" id="${id}">`))
      for (const { name } of parameters)
        if (name) assert.ok(reference.includes(` id="${id}-${name.toLowerCase()}"`), `${id} ${name}`)
    }
  }
  for (const [schema, { properties = {} }] of Object.entries(components.schemas).filter(([name]) => name !== 'Problem'))
    for (const name of Object.keys(properties))
      assert.ok(reference.includes(`<code>${name}</code>`), `${schema}.${name}`)
  assert.equal(reference.match(/Needs a <a/g)?.length, 1)
  // Nothing is described as "any".
  assert.doesNotMatch(reference, /class="field-type">any</)
})

test('the errors of an operation are folded, and link to their explanation', async (t) => {
  const { url } = await startService(t)
  const reference = await readReference(url)
  const operation = reference.split('<h3 id=').find((part) => part.startsWith('"get-v1-banks"')) ?? ''
  const [, count, table = ''] =
    /<details class="fold"><summary>Errors \((\d+)\)<\/summary>(.*?)<\/table>/s.exec(operation) ?? []
  const codes = [...table.matchAll(/errors#(\w+)"><code>\1</g)].map(([, code]) => code)
  assert.ok(codes.includes('country_unsupported'))
  assert.equal(codes.length, Number(count))
})

test('requests that are not part of interface 1.0 are marked as extensions, with a link to the explanation', async (t) => {
  const { url } = await startService(t)
  const reference = await readReference(url)
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  const versions = await (await fetch(`${url}/docs/1.0/versions`)).text()
  for (const [path, methods] of Object.entries(paths)) {
    const [method = '', operation] =
      Object.entries(methods).find(([name]) => name === 'get') ?? Object.entries(methods)[0] ?? []
    const [, endpoint = ''] =
      new RegExp(`<h3 id="${headingId(method, path)}">.*?<p class="endpoint">(.*?)</p>`, 's').exec(reference) ?? []
    const [, target] = /href="\/docs\/1\.0\/versions#([^"]+)"[^>]*>Extension</.exec(endpoint) ?? []
    assert.equal(target !== undefined, operation?.['x-interface'] !== '1.0', path)
    if (target !== undefined) assert.ok(versions.includes(`<h2 id="${target}">`), target)
  }
})
